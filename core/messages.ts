/**
 * What screens say when something went well, or was our fault, word for word (specification, section 8). Refusals are
 * in core/errors.ts, which is not among what every visitor loads.
 */

export const LOGIN_FAILED = { title: "Login failed", description: "Invalid credentials" } as const;
export const REGISTRATION_FAILED = {
  title: "Registration failed",
  description: "Failed to create account",
} as const;

/**
 * Messages that outlive a page: set as a cookie when a form is answered with a redirect, shown by the next page,
 * with scripts or without.
 */
export const NOTICES = {
  "welcome-back": { title: "Welcome back!", description: "Good to see you again." },
  "account-created": { title: "Account created!", description: "Welcome to the community" },
  "signed-out": { title: "Signed out", description: "See you soon." },
  "post-created": { title: "Post Created!", description: "Your post has been submitted to the community" },
  "post-edited": { title: "Post updated", description: "Your changes are live." },
  "post-deleted": { title: "Post deleted", description: "It is no longer shown to anyone." },
  "comment-posted": { title: "Comment Posted", description: "Your comment has been added." },
  "comment-edited": { title: "Comment updated", description: "Your changes are live." },
  "comment-deleted": { title: "Comment deleted", description: "Its words are gone; answers to it stay." },
  "draft-saved": { title: "Draft saved", description: "You can go on with it whenever you like." },
  "draft-deleted": { title: "Draft deleted", description: "" },
  "vote-recorded": { title: "Vote Recorded", description: "" },
} as const satisfies Record<string, { title: string; description: string }>;

export type Notice = keyof typeof NOTICES;

/** What is said of a bug: nothing of what it was. */
export const BUG = {
  title: "Something went wrong",
  message: "This was our fault and has been written down.",
} as const;

/** A refusal's title over a page of its own, where "Error" alone says too little. */
export function headingOf(title: string): string {
  return title === "Error" ? "This did not work" : title;
}
