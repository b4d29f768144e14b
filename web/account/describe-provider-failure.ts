const MESSAGES = new Map([
  [
    "identity_not_found",
    "You signed in to a different account there. Use the one that's linked to your account here.",
  ],
  [
    "reauthentication_not_valid",
    "The other site didn't ask you to sign in again. Sign out there first, then try again.",
  ],
  ["flow_state_expired", "That took too long. Please try again."],
  ["over_request_rate_limit", "Too many attempts. Please try again later."],
]);

/**
 * Explains why confirming an identity with a provider failed. `code` is the error code in the URL; null if there was no
 * error.
 */
export const describeProviderFailure = (code: string | null): string | null =>
  code === null
    ? null
    : (MESSAGES.get(code) ?? "That didn't work. Try again, or confirm it's you another way.");
