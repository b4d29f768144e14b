import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { deleteTokens } from "../codes/one-time-tokens.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { countRequest } from "../limits.ts";
import { createValidationError } from "../request-body.ts";
import { users } from "../tables.ts";
import { createBannedError, isBanned } from "../user/is-banned.ts";
import { consumeCode } from "./flow-state.ts";
import { startSession } from "./start-session.ts";

/**
 * Exchanges the code of a PKCE flow for a session. The client needs the verifier for the flow's challenge. Throws
 * AuthError: validation_failed, flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned,
 * signup_disabled, over_request_rate_limit.
 */
export async function exchangeCode(
  auth: AuthDeps,
  { code, verifier }: { code: string | undefined; verifier: string | undefined },
  client: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "token", client.ip);
  if (!code || !verifier)
    throw createValidationError("invalid request: both auth code and code verifier should be non-empty");
  return auth.database.db.transaction(async (tx) => {
    const { userId, method, provider } = await consumeCode(auth, tx, code, verifier);
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
    if (!user || user.deletedAt) throw new AuthError("flow_state_not_found");
    // A sign-in with a provider consumes no emailed code, so pending ones stay valid, as after a password sign-in.
    if (method !== "oauth" && method !== "sso/saml") await deleteTokens(tx, user.id);
    if (isBanned(user, auth.clock.now())) throw createBannedError(user);
    return startSession(auth, tx, user, method, client, { provider });
  });
}
