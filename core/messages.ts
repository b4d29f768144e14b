/** Messages in scripts that every visitor loads. Those in section 8 of the specification have its exact wording. */

export const LOGIN_FAILED = { title: "Login failed", description: "Invalid credentials" } as const;
export const REGISTRATION_FAILED = {
  title: "Registration failed",
  description: "Failed to create account",
} as const;

export const VOTE_RECORDED = { title: "Vote Recorded", description: "" } as const;
export const SIGNED_OUT = { title: "Signed out", description: "See you soon." } as const;

/** The message for a bug, without any details. */
export const BUG = {
  title: "Something went wrong",
  message: "The problem is on our side. We've logged it.",
} as const;

/** The message for a request that none of the site's pages send, unless they were opened before an update. */
export const INVALID_REQUEST = {
  title: "That didn't work",
  message: "The request is not valid. Reopen the page and try again.",
} as const;

/** Replaces the specification's title "Error", which would be meaningless as a heading. */
export function getErrorHeading(title: string): string {
  return title === "Error" ? "That didn't work" : title;
}

/** Defined here because the router shows it on any page if the news page can't be loaded. */
export const NEWS_FAILED = "Failed to load news. Please try again later.";
