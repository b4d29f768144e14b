import { createHmac } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";

type CsrfPurpose = "link identity" | "confirm identity" | "test a provider";

/** Creates the token for a link on one of this site's pages. It is valid for one session and purpose. */
export const createCsrfToken = (
  { keys }: Pick<AuthDeps, "keys">,
  purpose: CsrfPurpose,
  sessionId: string,
): string => createHmac("sha256", keys.symmetric).update(`${purpose}\n${sessionId}`).digest("base64url");

/** Rejects a wrong token. Throws AuthError("bad_oauth_state"). */
export function requireCsrfToken(
  auth: Pick<AuthDeps, "keys">,
  purpose: CsrfPurpose,
  sessionId: string,
  token: string,
): void {
  if (!isSameSecret(createCsrfToken(auth, purpose, sessionId), token)) throw new AuthError("bad_oauth_state");
}
