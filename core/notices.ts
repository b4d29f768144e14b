import { SIGNED_OUT, VOTE_RECORDED } from "./messages.ts";

interface NoticeText {
  readonly title: string;
  readonly description: string;
}

const LOGGED = "This was recorded in the audit log.";

function withDedupeKey<Code extends string>(dedupeKey: string, texts: Readonly<Record<Code, NoticeText>>) {
  const entries = Object.entries<NoticeText>(texts);
  return Object.fromEntries(entries.map(([code, text]) => [code, { ...text, dedupeKey }])) as Readonly<
    Record<Code, NoticeText & { readonly dedupeKey: string }>
  >;
}

/**
 * Messages shown after a redirect, which reach the next page in a cookie. A newer notice with the same `dedupeKey`
 * replaces an older one.
 */
export const NOTICES = {
  "welcome-back": { title: "Welcome back!", description: "Good to see you again." },
  "guest-signed-in": {
    title: "You're signed in as a guest",
    description: "Add an email address in your settings to keep this account.",
  },
  "signed-in-already": {
    title: "You're already signed in",
    description: "To use another account, sign out first.",
  },
  "account-created": { title: "Account created!", description: "Welcome to the community" },
  "signed-out": SIGNED_OUT,
  "password-reset": { title: "Password changed", description: "You're signed in with your new password." },
  "email-changed": { title: "Email changed", description: "Your account now uses the new address." },
  "post-created": { title: "Post Created!", description: "Your post has been submitted to the community" },
  "post-edited": { title: "Post updated", description: "Your changes are live." },
  "post-deleted": { title: "Post deleted", description: "It's no longer visible in the forum." },
  "discussion-exists": {
    title: "This article already has a discussion",
    description: "Someone started it while you were writing. Your text is saved in your drafts.",
  },
  "comment-posted": { title: "Comment Posted", description: "Your comment has been added." },
  "comment-edited": { title: "Comment updated", description: "Your changes are live." },
  "comment-deleted": { title: "Comment deleted", description: "Replies are kept." },
  ...withDedupeKey("invitation", {
    "invitation-link": { title: "Link created", description: "Copy it now. We can't show it again." },
    "invitation-sent": { title: "Invitation sent", description: "The link in the email works once." },
    "invitation-revoked": { title: "Invitation revoked", description: "Its link no longer works." },
  }),
  "draft-saved": { title: "Draft saved", description: "You can continue writing at any time." },
  "draft-deleted": { title: "Draft deleted", description: "" },
  ...withDedupeKey("history", {
    "history-on": {
      title: "History turned on",
      description: "We'll save your conversations starting with your next answer. Only you can see them.",
    },
    "history-off": {
      title: "History turned off",
      description: "Saved conversations stay until you delete them.",
    },
  }),
  "history-deleted": { title: "History deleted", description: "" },
  "conversation-renamed": { title: "Conversation renamed", description: "" },
  "conversation-deleted": { title: "Conversation deleted", description: "" },
  "vote-recorded": VOTE_RECORDED,
  ...withDedupeKey("thread", {
    "thread-following": { title: "Following", description: "You'll be notified of every new comment." },
    "thread-normal": { title: "Not following", description: "You'll be notified of replies and mentions." },
    "thread-muted": {
      title: "Muted",
      description: "You won't be notified, and the post appears dimmed in lists.",
    },
  }),
  ...withDedupeKey("list", {
    "list-followed": { title: "Following", description: "You'll be notified of new posts." },
    "list-unfollowed": { title: "Not following", description: "You won't be notified of new posts." },
  }),
  ...withDedupeKey("saved", {
    "post-saved": { title: "Saved", description: "You can find it in your saved posts." },
    "post-unsaved": { title: "Removed", description: "It's no longer in your saved posts." },
  }),
  "name-changed": { title: "Username changed", description: "It appears on everything you've written." },
  "name-changed-badge-removed": {
    title: "Username changed",
    description: "Your Verified badge was removed. Ask an administrator to verify the new username.",
  },
  "bio-saved": { title: "Bio saved", description: "" },
  ...withDedupeKey("avatar", {
    "avatar-changed": {
      title: "Profile picture changed",
      description: "It appears next to everything you write.",
    },
    "avatar-removed": {
      title: "Profile picture removed",
      description: "Your generated profile picture is shown again.",
    },
  }),
  "email-change-requested": {
    title: "Confirm your new address",
    description: "We sent you an email. The change takes effect once you confirm it.",
  },
  "email-change-requested-unsent": {
    title: "Confirm your new address",
    description:
      "This site doesn't send email yet. Ask an administrator for the link. The change takes effect once you confirm it.",
  },
  "email-change-resent-unsent": {
    title: "New link created",
    description:
      "This site doesn't send email yet. Ask an administrator for the link. Earlier links no longer work.",
  },
  "email-change-resent": { title: "Email sent again", description: "The earlier links no longer work." },
  "email-change-canceled": { title: "Change canceled", description: "Your address hasn't changed." },
  "password-changed": { title: "Password changed", description: "You've been signed out everywhere else." },
  "code-sent": { title: "Code sent", description: "Check your inbox." },
  "code-sent-unsent": {
    title: "Code created",
    description: "This site doesn't send email yet. Ask an administrator for the code.",
  },
  "factor-added": {
    title: "Two-factor authentication is on",
    description: "We'll ask for a code after your password.",
  },
  "identity-confirmed": { title: "Identity confirmed", description: "You can make your change now." },
  "factor-renamed": { title: "Renamed", description: "" },
  "passkey-added": { title: "Passkey added", description: "You can sign in with it from now on." },
  "passkey-renamed": { title: "Renamed", description: "" },
  "passkey-removed": { title: "Passkey removed", description: "You can no longer sign in with it." },
  "phone-code-sent": { title: "Code sent", description: "Enter the code from the text message." },
  "phone-changed": { title: "Phone number changed", description: "Your account now uses the new number." },
  "phone-change-canceled": { title: "Change canceled", description: "Your phone number hasn't changed." },
  "wallet-linked": { title: "Wallet linked", description: "You can sign in with it from now on." },
  "method-unlinked": { title: "Sign-in method removed", description: "" },
  "factor-removed": { title: "Authenticator app removed", description: "" },
  "session-ended": { title: "Device signed out", description: "" },
  "sessions-ended": {
    title: "Signed out everywhere else",
    description: "Only this device is still signed in.",
  },
  "preferences-saved": { title: "Preferences saved", description: "" },
  "report-sent": {
    title: "Report sent",
    description: "An administrator will review it, and we'll let you know the outcome.",
  },
  "report-decided": {
    title: "Report resolved",
    description: "The reporters and the author have been notified.",
  },
  "account-deleted": {
    title: "Your account has been deleted",
    description: "Thank you for being part of the community.",
  },
  "user-edited": { title: "Profile saved", description: "" },
  "role-changed": { title: "Role changed", description: "It takes effect immediately." },
  "user-email-changed": { title: "Email changed", description: "Both addresses have been notified." },
  ...withDedupeKey("suspension", {
    "user-suspended": {
      title: "Suspended",
      description: "The user has been signed out and notified of the reason.",
    },
    "suspension-ended": { title: "Suspension ended", description: "The user has been notified." },
  }),
  "user-signed-out": { title: "Signed out everywhere", description: "" },
  "factors-reset": {
    title: "Two-factor authentication turned off",
    description: "The user has been notified.",
  },
  "action-done": { title: "Done", description: LOGGED },
  "post-pinned": { title: "Post pinned", description: LOGGED },
  "post-unpinned": { title: "Post unpinned", description: LOGGED },
  "post-locked": { title: "Post locked", description: LOGGED },
  "post-unlocked": { title: "Post unlocked", description: LOGGED },
  "post-moved": { title: "Post moved", description: LOGGED },
  "post-removed": { title: "Post deleted", description: LOGGED },
  "post-restored": { title: "Post restored", description: LOGGED },
  "comment-changed": { title: "Comment updated", description: LOGGED },
  "comment-removed": { title: "Comment deleted", description: LOGGED },
  "comment-restored": { title: "Comment restored", description: LOGGED },
  "article-edited": { title: "Article updated", description: LOGGED },
  "article-flash-changed": { title: "Flash news updated", description: LOGGED },
  "article-hidden": { title: "Article hidden", description: LOGGED },
  "article-unhidden": { title: "Article unhidden", description: LOGGED },
  "article-deleted": { title: "Article deleted", description: LOGGED },
  "source-added": { title: "Source added", description: LOGGED },
  "source-edited": { title: "Source updated", description: LOGGED },
  "source-paused": { title: "Source paused", description: LOGGED },
  "source-resumed": { title: "Source resumed", description: LOGGED },
  "source-fetched": { title: "Source fetched", description: LOGGED },
  "source-deleted": { title: "Source deleted", description: LOGGED },
  "settings-saved": { title: "Settings saved", description: "They take effect immediately across the site." },
  "setup-dismissed": {
    title: "Checklist dismissed",
    description: "You can find everything on it in Settings.",
  },
  "note-saved": { title: "Note saved", description: "Only administrators can see it." },
  "newsletter-requested": {
    title: "Check your inbox",
    description: "Use the link we sent you to confirm your subscription.",
  },
  "newsletter-requested-unsent": {
    title: "Almost there",
    description:
      "This site doesn't send email yet. Ask an administrator for the link to confirm your subscription.",
  },
  "newsletter-ended": { title: "Unsubscribed", description: "You won't receive any more newsletters." },
  "app-revoked": { title: "Access revoked", description: "" },
  "newsletter-sample": { title: "Test email sent", description: "It was sent only to your own address." },
  "user-deleted": { title: "Account deleted", description: "" },
} as const satisfies Record<string, NoticeText & { dedupeKey?: string }>;

export type Notice = keyof typeof NOTICES;

type EmailNotice = "code-sent" | "email-change-requested" | "email-change-resent" | "newsletter-requested";

/** Returns the notice after an email was requested. Without an email server, an administrator must forward it. */
export const getEmailNotice = (notice: EmailNotice, isEmailConfigured: boolean): Notice =>
  isEmailConfigured ? notice : `${notice}-unsent`;
