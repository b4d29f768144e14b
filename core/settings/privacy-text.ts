/** What of the program's configuration the default texts speak of. */
export interface TextFacts {
  /** Whether a model of a provider answers the AI tools, rather than this program itself. */
  readonly asksModel: boolean;
  /** Whether mails leave through a mail server. */
  readonly sendsMails: boolean;
  /** Whether people sign up and in with phone numbers. */
  readonly takesPhones: boolean;
  /** After so many days an account that nobody confirmed goes; 0 keeps it. */
  readonly unconfirmedDays: number;
}

/**
 * The Privacy Policy until an administrator writes another: Markdown, with {site} and {contact} in it. It says what this
 * program keeps, and nothing that it cannot know, such as who runs the site and under which law.
 */
export function privacyText(facts: TextFacts): string {
  const { asksModel, sendsMails, takesPhones, unconfirmedDays } = facts;
  const unconfirmed =
    unconfirmedDays === 0
      ? "An account that was never confirmed stays until somebody deletes it."
      : `An account that is never confirmed goes after ${unconfirmedDays} days.`;
  return `{site} runs as one program with a database of its own. This page says what it keeps about you, why, and for how long. Send questions to {contact}.

## In short

- You can read everything without an account.
- No page here loads anything from another company: no advertising, no outside statistics, no fonts or scripts from elsewhere.
- The site keeps only what it needs to work. Nothing in this program sells it or passes it on.
- You can download your data, and delete your account, at [Your data](/settings/data).

## While you only read

- **Online figures.** To count you once among those who are online, the site makes a key from your network address, your browser's name and a secret. It is forgotten five minutes after you were last here; the address itself is not kept.
- **Views of articles.** So that nobody is counted twice in a day, a digest of your address and browser is kept, made with a secret that is thrown away when the day is over. After that nobody can tell who read what. For all other pages, only the number of views per day is counted.
- **Limits.** How often an address tried to sign in, to register or to use the AI tools is counted against your network address for as long as the limit lasts, usually minutes and at most a day, and is deleted some hours later.
- **The log.** The program writes down the time, method, path, answer and duration of each request, without your address, your name or what you searched for. How long these lines stay is up to whoever runs this machine. A proxy in front of the site may write a log of its own.

## In your browser

- Cookies: your session while you are signed in, your choice of theme, whether the wallet is connected and its amounts are hidden, and for a moment a message such as "Post updated" or which emailed link you followed. None of them tracks you.
- The browser's own storage: your user record while you are signed in, the address that you last asked a sign-in mail for, what you are writing and what the AI tools answered, so that nothing is lost, the wallet you chose and the transfers that you sent from here. It stays in your browser.

## When you have an account

- **The account:** your e-mail address${takesPhones ? " or phone number" : ""}, your password as a hash (argon2id; nobody can read it back), your user name, when you registered, confirmed and last signed in. With single sign-on, what your organization says about you. ${unconfirmed}
- **Second factors:** the secret of your authenticator app, sealed, and recovery codes as hashes, until you remove them.
- **Sessions:** for each sign-in the network address, the device and browser as they name themselves, when it began and when it was used last. You see them, and can end them, at [Sessions](/settings/sessions). One that was not used for 180 days is deleted.
- **Known places and devices:** digests of the networks that you sign in from, and of the browser and system on each, for 180 days after the last time. So somebody who guesses passwords from elsewhere can't lock you out, and we can email you when a new device signs in.
- **Your profile:** name, bio, picture, karma, badge. It is public. A name that you had before stays reserved for you for 90 days and leads to your profile.
- **The wallet note.** The wallet talks to the extension in your browser, and this site holds no keys and no funds. If you connect a wallet with "Show my address on my profile" checked, one line with your address is put into your public bio. Otherwise the address stays in your browser.

## What you write and do

- **Posts, comments and pictures** are public. Pictures are re-encoded when you upload them, without the place or camera that the file may name. Edited posts and comments are marked as edited. Earlier wordings are kept only where a text was reported, as it then stood, and where an administrator edited it, in the audit log.
- **What you delete** is shown to nobody any more, but administrators can restore it. Drafts that you delete are gone.
- **Votes** are kept with your account; others see only the totals. So are the threads that you follow or mute, the posts that you saved, and how far you have read each thread.
- **Notifications** are kept for 180 days, and which of them you want, until you change it.
- **Reports:** administrators see what you reported and that it was you. The author does not.
- **The AI tools:** ${
    asksModel
      ? "what you type is sent to the provider of the AI model that this site asks, together with public posts and articles that fit it; nothing else about you is sent. The provider's own terms say what it does with it. Your text is not kept here:"
      : "what you type is read only by this program and sent to nobody. It is not kept:"
  } only how often each tool was used in a day is counted, without names.
- **The newsletter:** your address, once you have confirmed it, until you unsubscribe, which every issue lets you do with one click. An address that nobody confirms is forgotten when its link runs out.

## Mails and administrators

- **Mails** to you are written into an outbox, which administrators can read. ${
    sendsMails
      ? "Once a mail is sent its text is deleted; address, subject and time stay for 30 days. Mails pass through the mail server of whoever runs this site."
      : "No mail server is set up, so mails stay there, with their text, for 30 days."
  }
- **Administrators** can see your address, your sessions and what you wrote, can edit and remove it, and can write notes about accounts. What they do is written into an audit log, with what it changed, and stays there indefinitely.
- Backups, if whoever runs this site makes them, hold all of this for as long as they are kept.

## What you can do

- **Download** everything of yours, as a file, at [Your data](/settings/data).
- **Correct** your name, bio, picture and address at [Settings](/settings).
- **Delete your account** at [Your data](/settings/data), at once and without asking anybody. Address, password, sessions, profile, votes, drafts, notifications and pictures that no post shows are deleted. What you wrote stays, without your name, so that what others answered still makes sense: first delete what should not stay. Your name stays reserved for 90 days, so that nobody can impersonate you; nothing stored with it says who had it. Entries in the audit log keep the name that you had, and what they changed.
- **Ask** whoever runs this site: {contact}.`;
}
