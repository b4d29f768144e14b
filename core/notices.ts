import { SIGNED_OUT, VOTE_RECORDED } from "./messages.ts";

interface NoticeText {
  readonly title: string;
  readonly description: string;
}

const LOGGED = "This was recorded in the audit log.";

const notice = (title: string, description = ""): NoticeText => ({ title, description });

function withDedupeKey<Code extends string>(dedupeKey: string, texts: Readonly<Record<Code, NoticeText>>) {
  const entries = Object.entries<NoticeText>(texts);
  return Object.fromEntries(entries.map(([code, text]) => [code, { ...text, dedupeKey }])) as Readonly<
    Record<Code, NoticeText & { readonly dedupeKey: string }>
  >;
}

/**
 * Messages shown as toasts. If there is a redirect, a cookie passes the message to the next page. A newer notice with
 * the same `dedupeKey` replaces an older one.
 */
export const NOTICES = {
  "welcome-back": notice("Welcome back!", "Good to see you again."),
  "guest-signed-in": notice(
    "You're signed in as a guest",
    "Add an email address in your settings to keep this account.",
  ),
  "signed-in-already": notice("You're already signed in", "To use another account, sign out first."),
  "account-created": notice("Account created!", "Welcome to the community"),
  "signed-out": SIGNED_OUT,
  "password-reset": notice("Password changed", "You're signed in with your new password."),
  "address-confirmed": notice(
    "This address is confirmed",
    "Now follow the link in the email we sent to your other address.",
  ),
  "address-confirmed-unsent": notice(
    "This address is confirmed",
    "Now ask an administrator for the link for your other address.",
  ),
  "email-changed": notice("Email changed", "Your account now uses the new address."),
  "post-created": notice("Post Created!", "Your post has been submitted to the community"),
  "post-edited": notice("Post updated", "Your changes are live."),
  "post-deleted": notice("Post deleted", "It's no longer visible in the forum."),
  "discussion-exists": notice(
    "This article already has a discussion",
    "It was started while you were writing. Your text is saved in your drafts.",
  ),
  "comment-posted": notice("Comment Posted", "Your comment has been added."),
  "comment-edited": notice("Comment updated", "Your changes are live."),
  "comment-deleted": notice("Comment deleted", "Replies are kept."),
  ...withDedupeKey("invitation", {
    "invitation-link": notice("Link created", "Copy it now. We can't show it again."),
    "invitation-sent": notice("Invitation sent", "The link in the email works once."),
    "invitation-sent-unsent": notice(
      "Invitation created",
      "This site doesn't send email yet. Administrators can find the link in the outbox.",
    ),
    "invitation-revoked": notice("Invitation revoked", "Its link no longer works."),
  }),
  "draft-saved": notice("Draft saved", "You can continue writing at any time."),
  "draft-deleted": notice("Draft deleted"),
  ...withDedupeKey("history", {
    "history-on": notice(
      "History turned on",
      "We'll save your conversations starting with the next answer. Only you can see them.",
    ),
    "history-off": notice("History turned off", "Saved conversations stay until you delete them."),
  }),
  "history-deleted": notice("History deleted"),
  "conversation-renamed": notice("Conversation renamed"),
  "conversation-deleted": notice("Conversation deleted"),
  "vote-recorded": VOTE_RECORDED,
  ...withDedupeKey("thread", {
    "thread-following": notice("Following", "You'll be notified of every new comment."),
    "thread-normal": notice("Not following", "You'll be notified of replies and mentions."),
    "thread-muted": notice("Muted", "You won't be notified, and the post appears dimmed in lists."),
  }),
  ...withDedupeKey("list", {
    "list-followed": notice("Following", "You'll be notified of new posts."),
    "list-unfollowed": notice("Not following", "You won't be notified of new posts."),
  }),
  ...withDedupeKey("saved", {
    "post-saved": notice("Saved", "You can find it in your saved posts."),
    "post-unsaved": notice("Removed", "It's no longer in your saved posts."),
  }),
  "name-changed": notice("Username changed", "It appears on everything you've written."),
  "name-changed-badge-removed": notice(
    "Username changed",
    "Your Verified badge was removed. Ask an administrator to verify the new username.",
  ),
  "bio-saved": notice("Bio saved"),
  ...withDedupeKey("avatar", {
    "avatar-changed": notice("Profile picture changed", "It appears next to everything you write."),
    "avatar-removed": notice("Profile picture removed", "Your generated profile picture is shown again."),
  }),
  "email-change-requested": notice(
    "Confirm your new address",
    "We sent you an email. The change takes effect once you confirm it.",
  ),
  "email-change-requested-unsent": notice(
    "Confirm your new address",
    "This site doesn't send email yet. Ask an administrator for the link. The change takes effect once you confirm it.",
  ),
  "email-change-resent-unsent": notice(
    "New link created",
    "This site doesn't send email yet. Ask an administrator for the link. Earlier links no longer work.",
  ),
  "email-change-resent": notice("Email sent again", "The earlier links no longer work."),
  "email-change-canceled": notice("Change canceled", "Your address hasn't changed."),
  "password-changed": notice("Password changed", "You've been signed out everywhere else."),
  "code-sent": notice("Code sent", "Check your inbox."),
  "code-sent-unsent": notice(
    "Code created",
    "This site doesn't send email yet. Ask an administrator for the code.",
  ),
  "factor-added": notice("Two-factor authentication is on", "We'll ask for a code after your password."),
  "identity-confirmed": notice("Identity confirmed", "You can continue now."),
  "factor-renamed": notice("Renamed"),
  "passkey-added": notice("Passkey added", "You can sign in with it from now on."),
  "passkey-renamed": notice("Renamed"),
  "passkey-removed": notice("Passkey removed", "You can no longer sign in with it."),
  "phone-code-sent": notice("Code sent", "Enter the code from the text message."),
  "phone-changed": notice("Phone number changed", "Your account now uses the new number."),
  "phone-change-canceled": notice("Change canceled", "Your phone number hasn't changed."),
  "wallet-linked": notice("Wallet linked", "You can sign in with it from now on."),
  "method-unlinked": notice("Sign-in method removed"),
  "factor-removed": notice("Authenticator app removed"),
  "session-ended": notice("Device signed out"),
  "sessions-ended": notice("Signed out everywhere else", "Only this device is still signed in."),
  "preferences-saved": notice("Preferences saved"),
  "report-sent": notice(
    "Report sent",
    "An administrator will review it, and we'll let you know the outcome.",
  ),
  "report-decided": notice("Report resolved", "The reporters and the author have been notified."),
  "account-deleted": notice("Your account has been deleted", "Thank you for being part of the community."),
  "user-edited": notice("Profile saved"),
  "role-changed": notice("Role changed", "It takes effect immediately."),
  "user-email-changed": notice("Email changed", "The new address takes effect immediately."),
  ...withDedupeKey("suspension", {
    "user-suspended": notice(
      "Suspended",
      "The user has been signed out. They'll see the reason if they try to sign in.",
    ),
    "suspension-ended": notice("Suspension ended", "The user has been notified."),
  }),
  "user-signed-out": notice("Signed out everywhere"),
  "factors-reset": notice("Two-factor authentication turned off", "The user can sign in without it now."),
  "action-done": notice("Done", LOGGED),
  "post-pinned": notice("Post pinned", LOGGED),
  "post-unpinned": notice("Post unpinned", LOGGED),
  "post-locked": notice("Post locked", LOGGED),
  "post-unlocked": notice("Post unlocked", LOGGED),
  "post-moved": notice("Post moved", LOGGED),
  "post-deleted-by-admin": notice("Post deleted", LOGGED),
  "post-restored": notice("Post restored", LOGGED),
  "comment-edited-by-admin": notice("Comment updated", LOGGED),
  "comment-deleted-by-admin": notice("Comment deleted", LOGGED),
  "comment-restored": notice("Comment restored", LOGGED),
  "article-edited": notice("Article updated", LOGGED),
  "article-flash-changed": notice("Flash news updated", LOGGED),
  "article-hidden": notice("Article hidden", LOGGED),
  "article-unhidden": notice("Article unhidden", LOGGED),
  "article-deleted": notice("Article deleted", LOGGED),
  "source-added": notice("Source added", LOGGED),
  "source-edited": notice("Source updated", LOGGED),
  "source-paused": notice("Source paused", LOGGED),
  "source-resumed": notice("Source resumed", LOGGED),
  "source-fetched": notice("Source fetched", LOGGED),
  "source-deleted": notice("Source deleted", LOGGED),
  "provider-saved": notice("Settings saved", LOGGED),
  "provider-turned-on": notice("Provider turned on", LOGGED),
  "provider-turned-off": notice("Provider turned off", LOGGED),
  "provider-removed": notice("Removed", LOGGED),
  "settings-saved": notice("Settings saved", "They take effect immediately across the site."),
  "setup-dismissed": notice("Checklist dismissed", "You can find most of these steps in Settings."),
  "note-saved": notice("Note saved", "Only administrators can see it."),
  "newsletter-requested": notice(
    "Check your inbox",
    "Use the link we sent you to confirm your subscription.",
  ),
  "newsletter-requested-unsent": notice(
    "Almost there",
    "This site doesn't send email yet. Ask an administrator for the link to confirm your subscription.",
  ),
  "newsletter-ended": notice("Unsubscribed", "You won't receive any more newsletters."),
  "app-revoked": notice("Access revoked"),
  "newsletter-sample": notice("Test email sent", "It was sent only to your own address."),
  "newsletter-sample-unsent": notice(
    "Test email created",
    "This site doesn't send email yet, so the email stays in the outbox.",
  ),
  "user-deleted": notice("Account deleted"),
} satisfies Record<string, NoticeText & { dedupeKey?: string }>;

export type Notice = keyof typeof NOTICES;

type EmailNotice =
  | "address-confirmed"
  | "code-sent"
  | "email-change-requested"
  | "email-change-resent"
  | "invitation-sent"
  | "newsletter-requested"
  | "newsletter-sample";

/**
 * Returns the notice to show after requesting an email, or when an email has to be opened. Without an email server, an
 * administrator has to pass on the link or code from the outbox.
 */
export const getEmailNotice = (notice: EmailNotice, isEmailConfigured: boolean): Notice =>
  isEmailConfigured ? notice : `${notice}-unsent`;
