/**
 * Messages for success and for bugs, with the specification's exact wording (section 8). Expected errors are in
 * core/errors.ts, which isn't part of what every visitor loads.
 */

export const LOGIN_FAILED = { title: "Login failed", description: "Invalid credentials" } as const;
export const REGISTRATION_FAILED = {
  title: "Registration failed",
  description: "Failed to create account",
} as const;

export const VOTE_RECORDED = { title: "Vote Recorded", description: "" } as const;
export const SIGNED_OUT = { title: "Signed out", description: "See you soon." } as const;

/** Shown for a bug, without any details. */
export const BUG = {
  title: "Something went wrong",
  message: "The problem is on our side. We've logged it.",
} as const;

/** An error's title as a page heading. "Error" alone would say too little. */
export function getErrorHeading(title: string): string {
  return title === "Error" ? "That didn't work" : title;
}

/** Defined here, because any page can fail to open the news. */
export const NEWS_FAILED = "Failed to load news. Please try again later.";
