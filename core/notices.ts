import { SIGNED_OUT, VOTE_RECORDED } from "./messages.ts";

/**
 * Messages that outlive a page: set as a cookie when a form is answered with a redirect, shown by the next page,
 * with scripts or without.
 */
export const NOTICES = {
  "welcome-back": { title: "Welcome back!", description: "Good to see you again." },
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
} as const satisfies Record<string, { title: string; description: string }>;

export type Notice = keyof typeof NOTICES;
