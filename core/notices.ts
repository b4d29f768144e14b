import { SIGNED_OUT, VOTE_RECORDED } from "./messages.ts";

/**
 * Messages shown after a redirect: set as a cookie, displayed by the next page with or without scripts. A newer one
 * with the same `about` replaces an older one.
 */
export const NOTICES = {
  "welcome-back": { title: "Welcome back!", description: "Good to see you again." },
  "signed-in-already": {
    title: "You're already signed in",
    description: "To use another account, sign out first.",
  },
  "account-created": { title: "Account created!", description: "Welcome to the community" },
  "signed-out": SIGNED_OUT,
  "password-changed": { title: "Password changed", description: "You're signed in with your new password." },
  "email-changed": { title: "Email changed", description: "Your account now uses the new address." },
  "post-created": { title: "Post Created!", description: "Your post has been submitted to the community" },
  "post-edited": { title: "Post updated", description: "Your changes are live." },
  "post-deleted": { title: "Post deleted", description: "It's no longer visible to anyone." },
  "comment-posted": { title: "Comment Posted", description: "Your comment has been added." },
  "comment-edited": { title: "Comment updated", description: "Your changes are live." },
  "comment-deleted": { title: "Comment deleted", description: "Replies are kept." },
  "draft-saved": { title: "Draft saved", description: "You can continue writing at any time." },
  "draft-deleted": { title: "Draft deleted", description: "" },
  "vote-recorded": VOTE_RECORDED,
  "thread-following": {
    title: "Following",
    description: "You'll be notified of every new comment.",
    about: "thread",
  },
  "thread-normal": {
    title: "Not following",
    description: "You'll be notified of replies and mentions.",
    about: "thread",
  },
  "thread-muted": {
    title: "Muted",
    description: "You won't be notified, and the post is dimmed in lists.",
    about: "thread",
  },
  "post-saved": { title: "Saved", description: "You can find it in your saved posts.", about: "saved" },
  "post-unsaved": {
    title: "Removed",
    description: "It's no longer in your saved posts.",
    about: "saved",
  },
  "name-changed": { title: "Name changed", description: "It appears on everything you've written." },
  "name-changed-badge-removed": {
    title: "Name changed",
    description: "Your Verified badge was removed. Ask an admin to verify the new name.",
  },
  "bio-saved": { title: "Bio saved", description: "" },
  "avatar-changed": {
    title: "Picture changed",
    description: "It appears next to everything you write.",
    about: "avatar",
  },
  "avatar-removed": {
    title: "Picture removed",
    description: "Your generated picture is back.",
    about: "avatar",
  },
  "address-change-asked": {
    title: "Confirm your new address",
    description: "We sent you an email. The change takes effect once you confirm it.",
  },
  "address-change-resent": { title: "Email sent again", description: "The earlier links no longer work." },
  "address-change-cancelled": { title: "Change canceled", description: "Your address hasn't changed." },
  "password-renewed": { title: "Password changed", description: "You're signed out everywhere else." },
  "code-mailed": { title: "Code sent", description: "Check your inbox." },
  "factor-added": {
    title: "Two-factor authentication is on",
    description: "We'll ask for a code after your password.",
  },
  "factor-renamed": { title: "Renamed", description: "" },
  "factor-removed": { title: "Authenticator app removed", description: "" },
  "session-ended": { title: "Session ended", description: "" },
  "sessions-ended": {
    title: "Signed out everywhere else",
    description: "Only this session is still active.",
  },
  "choices-saved": { title: "Preferences saved", description: "They apply from now on." },
  "report-sent": {
    title: "Report sent",
    description: "An administrator will review it, and we'll let you know the outcome.",
  },
  "report-decided": {
    title: "Decision saved",
    description: "The reporters and the author have been notified.",
  },
  "account-deleted": {
    title: "Your account has been deleted",
    description: "Thank you for being part of the community.",
  },
  "user-edited": { title: "Profile saved", description: "" },
  "role-changed": { title: "Role changed", description: "It takes effect with their next request." },
  "user-moved": { title: "Email changed", description: "Both addresses have been notified." },
  "user-suspended": {
    title: "Suspended",
    description: "The user has been signed out and notified of the reason.",
    about: "suspension",
  },
  "suspension-ended": {
    title: "Suspension ended",
    description: "The user has been notified.",
    about: "suspension",
  },
  "user-signed-out": { title: "Signed out everywhere", description: "" },
  "factors-reset": { title: "Two-factor authentication removed", description: "The user has been notified." },
  "act-done": { title: "Done", description: "This was recorded in the audit log." },
  "settings-saved": { title: "Settings saved", description: "They take effect immediately across the site." },
  "note-written": { title: "Note saved", description: "Only administrators can see it." },
  "newsletter-asked": {
    title: "Check your inbox",
    description: "Use the link we sent you to confirm your subscription.",
  },
  "newsletter-ended": { title: "Unsubscribed", description: "You won't get any more newsletters." },
  "newsletter-sample": { title: "Sample sent", description: "It was sent to your own address only." },
  "user-deleted": { title: "Account deleted", description: "" },
} as const satisfies Record<string, { title: string; description: string; about?: string }>;

export type Notice = keyof typeof NOTICES;
