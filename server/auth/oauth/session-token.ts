import { createHmac } from "node:crypto";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import type { AuthDeps } from "../deps.ts";

type LinkPurpose = "link identity" | "confirm identity" | "test a provider";

/** Creates the token for a link on the member's own page. It is valid for one session. */
export const createSessionToken = (
  { keys }: Pick<AuthDeps, "keys">,
  purpose: LinkPurpose,
  sessionId: string,
): string => createHmac("sha256", keys.symmetric).update(`${purpose}\n${sessionId}`).digest("base64url");

/** Checks the token of a link. Throws AuthError("bad_oauth_state"). */
export function requireSessionToken(
  auth: Pick<AuthDeps, "keys">,
  purpose: LinkPurpose,
  sessionId: string,
  token: string,
): void {
  if (!isSameSecret(createSessionToken(auth, purpose, sessionId), token))
    throw new AuthError("bad_oauth_state");
}
