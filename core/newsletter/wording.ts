/** The words of subscribing; its refusals stand beside the field. */
export const SUBSCRIBE_PROBLEM = {
  empty: "Enter your email address.",
  invalid: "This is not a complete email address.",
  busy: "Too many tries from here. Please wait a while.",
} as const;
