/** Error messages next to the subscribe field. */
export const SUBSCRIBE_PROBLEM = {
  empty: "Enter your email address.",
  invalid: "Enter a complete email address.",
  busy: "Too many attempts. Please try again later.",
} as const;
