import { and, eq, lt } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { countRequest } from "../limits.ts";
import { challengePasskeyFactor, findPasskeyTarget } from "../passkeys/passkey-factors.ts";
import { getRelyingParty } from "../passkeys/relying-party.ts";
import { challenges, factors, type SessionUser } from "../tables.ts";
import { lockFactor, requireFactorSession } from "./factors.ts";

/** How long a challenge is valid. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;
/** How old a challenge must be for the factor's next challenge to delete it. */
const DELETED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a challenge, to be answered with one of the factor's codes. It works once, within five minutes and from the
 * same IP address. Throws AuthError: no_authorization, validation_failed, mfa_factor_not_found,
 * mfa_totp_verify_not_enabled, over_request_rate_limit.
 */
export async function challengeFactor(
  auth: AuthDeps,
  bearer: SessionUser,
  factorId: string | undefined,
  client: ClientInfo,
) {
  await countRequest(auth, "factor_challenge", client.ip);
  requireFactorSession(bearer);
  return auth.database.db.transaction(async (tx) => {
    const factor = await lockFactor(tx, bearer.user.id, factorId);
    if (factor.factorType !== "totp") throw new AuthError("mfa_factor_not_found");
    if (!auth.config.auth.mfaTotpVerify) throw new AuthError("mfa_totp_verify_not_enabled");
    const now = auth.clock.now();
    await tx
      .delete(challenges)
      .where(
        and(
          eq(challenges.factorId, factor.id),
          lt(challenges.createdAt, new Date(now.getTime() - DELETED_AFTER_MS)),
        ),
      );
    const [challenge] = await tx
      .insert(challenges)
      .values({ factorId: factor.id, ip: client.ip, createdAt: now })
      .returning({ id: challenges.id });
    if (!challenge) throw new Error("a challenge could not be stored");
    await tx.update(factors).set({ lastChallengedAt: now }).where(eq(factors.id, factor.id));
    return {
      id: challenge.id,
      type: "totp",
      expires_at: Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000),
    };
  });
}

export const handleChallengeFactor: AuthHandler = async (c, auth) => {
  const bearer = c.get("bearer");
  const factorId = c.req.param("factorId");
  const client = getClientInfo(c, auth);
  const passkeyTarget = await findPasskeyTarget(auth, bearer.user.id, factorId);
  if (!passkeyTarget) return c.json(await challengeFactor(auth, bearer, factorId, client));
  const relyingParty = getRelyingParty(auth, c.req.header("host"));
  return c.json(await challengePasskeyFactor(auth, bearer, passkeyTarget, relyingParty, client));
};
