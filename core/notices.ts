import { SIGNED_OUT, VOTE_RECORDED } from "./messages.ts";

/**
 * Messages that outlive a page: set as a cookie when a form is answered with a redirect, shown by the next page,
 * with scripts or without. Of two about the same the newer takes the older's place.
 */
export const NOTICES = {
  "welcome-back": { title: "Welcome back!", description: "Good to see you again." },
  "signed-in-already": {
    title: "You're already signed in",
    description: "To use another account, sign out first.",
  },
  "account-created": { title: "Account created!", description: "Welcome to the community" },
  "signed-out": SIGNED_OUT,
  "password-changed": { title: "Password changed", description: "You are signed in with the new one." },
  "email-changed": { title: "Address changed", description: "Your account is at its new address." },
  "post-created": { title: "Post Created!", description: "Your post has been submitted to the community" },
  "post-edited": { title: "Post updated", description: "Your changes are live." },
  "post-deleted": { title: "Post deleted", description: "It is no longer shown to anyone." },
  "comment-posted": { title: "Comment Posted", description: "Your comment has been added." },
  "comment-edited": { title: "Comment updated", description: "Your changes are live." },
  "comment-deleted": { title: "Comment deleted", description: "Its words are gone; answers to it stay." },
  "draft-saved": { title: "Draft saved", description: "You can go on with it whenever you like." },
  "draft-deleted": { title: "Draft deleted", description: "" },
  "vote-recorded": VOTE_RECORDED,
  "thread-following": {
    title: "Following",
    description: "You hear of every new comment in this thread.",
    about: "thread",
  },
  "thread-normal": {
    title: "Not following",
    description: "You are notified of replies to you and of mentions.",
    about: "thread",
  },
  "thread-muted": {
    title: "Muted",
    description: "You hear of nothing here, and lists show it dimmed.",
    about: "thread",
  },
  "post-saved": { title: "Saved", description: "It stands among your saved posts.", about: "saved" },
  "post-unsaved": {
    title: "Removed",
    description: "It no longer stands among your saved posts.",
    about: "saved",
  },
  "name-changed": { title: "Name changed", description: "Everything you wrote carries it from now on." },
  "name-changed-badge-removed": {
    title: "Name changed",
    description: "Your Verified badge was removed. Ask an admin to verify the new name.",
  },
  "bio-saved": { title: "Bio saved", description: "" },
  "avatar-changed": {
    title: "Picture changed",
    description: "It stands beside everything you wrote.",
    about: "avatar",
  },
  "avatar-removed": { title: "Picture removed", description: "The drawn one is back.", about: "avatar" },
  "address-change-asked": {
    title: "Confirm the new address",
    description: "We sent you a mail. The change holds once it is confirmed.",
  },
  "address-change-resent": { title: "Mail sent again", description: "The earlier links no longer work." },
  "address-change-cancelled": { title: "Change cancelled", description: "Your address stays as it was." },
  "password-renewed": { title: "Password changed", description: "You are signed out everywhere else." },
  "code-mailed": { title: "Code sent", description: "Check your inbox." },
  "factor-added": { title: "Second factor is on", description: "It is asked for after your password." },
  "factor-renamed": { title: "Renamed", description: "" },
  "factor-removed": { title: "Second factor removed", description: "" },
  "session-ended": { title: "Signed out there", description: "" },
  "sessions-ended": { title: "Signed out everywhere else", description: "Only this session is left." },
  "choices-saved": { title: "Choices saved", description: "They hold from now on." },
  "report-sent": {
    title: "Report sent",
    description: "An administrator looks at it, and you are told how it ended.",
  },
  "report-decided": { title: "Decided", description: "The reporters and the author are told." },
  "account-deleted": { title: "Your account is deleted", description: "Thank you for having been here." },
  "user-edited": { title: "Profile saved", description: "" },
  "role-changed": { title: "Role changed", description: "It applies from the next request on." },
  "user-moved": { title: "Address changed", description: "Both addresses are notified." },
  "user-suspended": {
    title: "Suspended",
    description: "The user is signed out and told why.",
    about: "suspension",
  },
  "suspension-ended": { title: "Suspension ended", description: "The user is told.", about: "suspension" },
  "user-signed-out": { title: "Signed out everywhere", description: "" },
  "factors-reset": { title: "Second factors removed", description: "The user is told." },
  "act-done": { title: "Done", description: "The audit log says what and when." },
  "settings-saved": { title: "Settings saved", description: "They apply at once, everywhere on the site." },
  "note-written": { title: "Note written", description: "Only administrators see it." },
  "newsletter-asked": {
    title: "Check your mail",
    description: "Follow the link we sent you to subscribe.",
  },
  "newsletter-ended": { title: "Unsubscribed", description: "You will get no more newsletters." },
  "newsletter-sample": { title: "Sample written", description: "It goes to your own address only." },
  "user-deleted": { title: "Account deleted", description: "" },
} as const satisfies Record<string, { title: string; description: string; about?: string }>;

export type Notice = keyof typeof NOTICES;
