/** The words of subscribing; its refusals stand beside the field. */
export const SUBSCRIBE_PROBLEM = {
  empty: "Enter your email address.",
  invalid: "This is not a complete email address.",
  busy: "Too many tries from here. Please wait a while.",
} as const;

export const CHECK_MAIL = "Almost there: follow the link in the mail that we sent you.";
