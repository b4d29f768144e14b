/**
 * What screens say when something went well, or was our fault, word for word (specification, section 8). Refusals are
 * in core/errors.ts, which is not among what every visitor loads.
 */

export const LOGIN_FAILED = { title: "Login failed", description: "Invalid credentials" } as const;
export const REGISTRATION_FAILED = {
  title: "Registration failed",
  description: "Failed to create account",
} as const;

export const VOTE_RECORDED = { title: "Vote Recorded", description: "" } as const;
export const SIGNED_OUT = { title: "Signed out", description: "See you soon." } as const;

/** What is said of a bug: nothing of what it was. */
export const BUG = {
  title: "Something went wrong",
  message: "This was our fault and has been written down.",
} as const;

/** A refusal's title over a page of its own, where "Error" alone says too little. */
export function headingOf(title: string): string {
  return title === "Error" ? "This did not work" : title;
}
