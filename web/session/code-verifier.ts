import { SESSION_KEY } from "#core/accounts/session-key.ts";

/** The end of the auth client's storage keys for code verifiers. */
export const VERIFIER = "-code-verifier";

/** Whether this browser has requested a link that it hasn't used yet. */
export function hasCodeVerifier(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(SESSION_KEY) && key.endsWith(VERIFIER));
  } catch {
    return false;
  }
}
