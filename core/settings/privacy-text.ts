import { formatCount } from "#core/format-count.ts";

export interface PrivacyFacts {
  /** Whether the AI tools use a provider's model instead of the built-in analyzers. */
  readonly usesModel: boolean;
  readonly isEmailConfigured: boolean;
  readonly allowsPhoneSignIn: boolean;
  /** Days after which unconfirmed accounts are deleted; 0 means never. */
  readonly unconfirmedDays: number;
  /** Whether pages are rendered from database replicas. */
  readonly hasReplicas: boolean;
}

/** Builds the default Privacy Policy, which says only what the software does, not who runs it or under which law. */
export function buildPrivacyText(facts: PrivacyFacts): string {
  const { usesModel, isEmailConfigured, allowsPhoneSignIn, unconfirmedDays, hasReplicas } = facts;
  const unconfirmedSentence =
    unconfirmedDays === 0
      ? "An account that is never confirmed stays until someone deletes it."
      : `An account that is never confirmed is deleted after ${formatCount(unconfirmedDays, "day")}.`;
  return `{site} runs on a server with its own database. This page says what we store about you, why, and for how long. Send questions to {contact}.

## In short

- You can read everything without an account.
- Our pages load nothing from other companies: no ads, third-party analytics, fonts or scripts.
- We store only what the site needs to work. We don't sell it or pass it on.
- You can download your data and delete your account under [Your data](/settings/data).

## When you browse

- **Online counts.** To count you only once among the people online, we create a hash from your IP address, your browser's name and a secret. The hash is deleted five minutes after your last visit. The IP address itself isn't stored.
- **Article views.** To count you only once a day, we store a hash of your IP address and browser, created with a secret that is deleted at the end of the day. After that, it's impossible to tell who read what. For all other pages, we only count the number of views per day.
- **Rate limits.** Attempts to sign in, sign up or use the AI tools are counted by IP address for as long as the limit lasts: usually minutes, at most a day. The counts are deleted a few hours later.
- **Logs.** The server logs the time, method, path, status and duration of each request, without your IP address, your name or what you searched for. How long these logs are stored is up to the operator of this server. A proxy in front of the site may keep its own logs.

## In your browser

- Cookies: your session while you are signed in, your choice of theme and list layout, the way you last signed in (for example, with a password), whether your wallet is connected and whether its amounts are hidden. Short-lived cookies store a message such as "Post updated", which emailed link you followed, or what completes a sign-in with a passkey or another service. Another one stores which invitation you accepted, for a day.${hasReplicas ? " For ten seconds after you change something, a cookie makes sure that you see the change." : ""} None of them tracks you.
- Local storage: your user record while you are signed in, the address you last requested a sign-in email for, your drafts and AI answers, so that nothing is lost (AI answers until you sign out or close the tab), the AI model and the wallet you chose, whether your profile shows your wallet's address, and the transfers you sent from here. This stays in your browser.

## When you have an account

- **Account:** your email address${allowsPhoneSignIn ? " or phone number" : ""}, your password as a hash (argon2id, which can't be reversed), your username, and when you signed up, confirmed your account and last signed in. With single sign-on, also what your organization sends us about you. ${unconfirmedSentence}
- **Two-factor authentication:** the encrypted secret of your authenticator app and hashes of your recovery codes, until you remove them.
- **Sessions:** for each sign-in, the IP address, the device and browser as they identify themselves, when the session began, and when it was last used. You can see and end them under [Devices](/settings/security#devices). Sessions unused for 180 days are deleted.
- **Recent sign-ins:** when and how someone signed in to your account or tried to, the device and browser as they identify themselves, and the first part of the IP address. You can see them under [Recent sign-ins](/settings/security#sign-ins). They are deleted after 90 days.
- **Known IP addresses and devices:** hashes of the IP addresses you sign in from, and of the browser and system you use on each network, for 180 days after you last used them. They ensure that someone guessing passwords from elsewhere can't lock you out, and let us email you when a new device signs in.
- **Profile:** your username, bio, profile picture, karma and badge. It's public. A previous username stays reserved for you for 90 days and redirects to your profile.
- **Wallet:** the wallet page talks to the extension in your browser. This site has no access to your keys or funds. If you connect a wallet with "Show my address on my profile" checked, we add a line with your address to your public bio. Otherwise the address stays in your browser.

## What you write and do

- **Posts, comments and images** are public. Images are re-encoded when you upload them, which removes the location and camera details in the file. Edited posts and comments are marked as edited. An earlier version is stored only if the content was reported (as it was at that time) or if an administrator edited it (in the audit log).
- **Deleted content** is no longer shown to anyone, but administrators can restore it. Deleted drafts can't be restored.
- **Votes** are stored with your account; others see only the totals. The tags and categories you follow, the threads you follow or mute, the posts you saved, and how far you've read in each thread are stored with your account too.
- **Notifications** are stored for 180 days, and your notification settings until you change them.
- **Reports:** administrators see what you reported and that it was you. The author doesn't.
- **AI tools:** ${
    usesModel
      ? "what you type is sent to the provider of this site's AI model, together with related public posts and articles. Nothing else about you is sent. The provider's own terms say what it does with your text. We don't store your text, unless you turn on your history. For statistics,"
      : "what you type is processed on this server and sent to no one. We don't store it, unless you turn on your history. For statistics,"
  } we count only how often each tool is used per day, without names.
- **AI history:** if you turn on "Save my conversations", your questions and the answers are stored with your account until you delete them, one by one or all at once, under [AI history](/ai-tools/history). It is off until you turn it on. No other member and no administrator can see your history on this site; the people who run the server could read its database. If your history grows beyond 500 conversations or 10 MB, the oldest conversations are deleted.
- **Invitations:** if you invite people, we store the labels and email addresses you enter, and who joined. You and the administrators can see them. An address is deleted 90 days after its invitation ends. If you joined with an invitation, the person who sent it and the administrators see that you did.
- **Newsletter:** your email address, once you have confirmed it, until you unsubscribe. Every issue has a one-click unsubscribe link. Unconfirmed addresses are deleted when their link expires.

## Emails and administrators

- **Emails** to you are written to an outbox that administrators can read. ${
    isEmailConfigured
      ? "Once an email is sent, its text is deleted; the address, subject and time are stored for 30 days. Emails pass through the email server of the site's operator."
      : "No email server is set up, so emails stay there, with their text, for 30 days."
  }
- **Administrators** can see your email address, your sessions and what you wrote. They can edit and remove your content, and write notes about accounts. Their actions and what they changed are recorded in an audit log, which is stored indefinitely.
- Backups, if the site's operator makes them, contain all of this for as long as they are stored.

## What you can do

- **Download** all your data as a file under [Your data](/settings/data).
- **Correct** your username, bio, profile picture and email address in your [settings](/settings).
- **Delete your account** under [Your data](/settings/data), immediately and without asking anyone. Your email address, password, sessions, profile, votes, drafts, AI history, notifications and any images you haven't used in a post or comment are deleted. Your posts and comments stay, without your name, so that the replies still make sense. Before you delete your account, delete anything you don't want to leave behind. Your username stays reserved for 90 days, so that no one can impersonate you; nothing stored with it says who had it. Audit log entries still show the name you had and what was changed.
- **Ask** questions or make a request: contact {contact}.`;
}
