import { and, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { decryptSecret } from "../keys/encrypt-secret.ts";
import { countFactorAttempt, countRequest } from "../limits.ts";
import { findPasskeyTarget, verifyPasskeyFactor } from "../passkeys/passkey-factors.ts";
import { getRelyingParty } from "../passkeys/relying-party.ts";
import { createValidationError, readBody, readObjectField, readTextField } from "../request-body.ts";
import { recordRefusedSignIn } from "../session/record-refused-sign-in.ts";
import { upgradeSessionToAal2 } from "../session/upgrade-session.ts";
import { challenges, type FactorRow, factors, type SessionUser } from "../tables.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { CHALLENGE_LIFETIME_MS } from "./challenge-factor.ts";
import {
  createAal2RequiredError,
  deleteOtherUnverifiedFactors,
  FACTOR_METHODS,
  hasVerifiedFactor,
  lockFactor,
  requireFactorSession,
} from "./factors.ts";
import { matchTotp } from "./totp.ts";

export interface FactorAnswer {
  readonly challengeId: string | undefined;
  readonly code: string | undefined;
}

/**
 * Verifies a code, upgrades the session to aal2 and deletes the user's other unverified TOTP factors. The first
 * verification turns the factor on. Each code works once. Throws AuthError: no_authorization, validation_failed,
 * mfa_factor_not_found, mfa_totp_verify_not_enabled, mfa_ip_address_mismatch, mfa_challenge_expired,
 * mfa_verification_failed, insufficient_aal, reauthentication_needed, session_not_found,
 * over_request_rate_limit.
 */
export async function verifyFactor(
  auth: AuthDeps,
  bearer: SessionUser,
  factorId: string | undefined,
  { challengeId, code }: FactorAnswer,
  client: ClientInfo,
): Promise<AuthSession> {
  await countRequest(auth, "factor_verify", client.ip);
  const session = requireFactorSession(bearer);
  if (!isUuid(factorId)) throw createValidationError("factor_id must be a UUID", 404);
  if (!code) throw createValidationError("Code needs to be non-empty");
  if (!auth.config.auth.mfaTotpVerify) throw new AuthError("mfa_totp_verify_not_enabled");
  const isFirst = await isFirstVerification(auth, bearer, factorId);
  if (isFirst) await requireStepUp(auth, bearer);
  const attempt = await countFactorAttempt(auth, bearer.user.id);

  const verify = async (tx: Tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const factor = await lockFactor(tx, user.id, factorId);
    await consumeChallenge(auth, tx, factor, challengeId, client);
    if (factor.status === "unverified" && session.aal !== "aal2" && (await hasVerifiedFactor(tx, user.id)))
      throw createAal2RequiredError();

    const now = auth.clock.now();
    const secret = decryptSecret(factor.encryptedSecret ?? Buffer.alloc(0), auth.keys.symmetric);
    const step = matchTotp(secret, code, now, factor.lastStep);
    if (step === undefined) throw new AuthError("mfa_verification_failed");
    await tx
      .update(factors)
      .set({
        status: "verified",
        lastStep: step,
        ...(factor.status === "verified" ? {} : { updatedAt: now }),
      })
      .where(eq(factors.id, factor.id));
    await deleteOtherUnverifiedFactors(tx, factor);
    if (factor.status === "unverified") await notifyOwner(auth, tx, user, { kind: "factor_added" });
    return upgradeSessionToAal2(auth, tx, {
      user,
      sessionId: session.id,
      method: FACTOR_METHODS.totp,
      factorId: factor.id,
    });
  };
  const upgradedSession = await runWithMessages(auth, verify).catch((error: unknown) => {
    const isWrongCode = error instanceof AuthError && error.code === "mfa_verification_failed";
    if (isWrongCode && !isFirst && session.aal === "aal1")
      recordRefusedSignIn(auth, bearer.user.id, { method: "totp", client });
    throw error;
  });
  await attempt.refund();
  return upgradedSession;
}

/**
 * Whether verifying a factor turns it on, which requires a recent sign-in, because the factor may have been created
 * long ago. Returns false for a session that still has to verify another factor, because it is refused later anyway.
 */
async function isFirstVerification(
  { database: { db } }: AuthDeps,
  { user, session }: SessionUser,
  factorId: string,
): Promise<boolean> {
  const [factor] = await db
    .select({ status: factors.status })
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, user.id)));
  if (factor?.status !== "unverified") return false;
  return session?.aal === "aal2" || !(await hasVerifiedFactor(db, user.id));
}

/** Marks the challenge as used. If the transaction fails later, the challenge stays valid for another attempt. */
async function consumeChallenge(
  auth: AuthDeps,
  tx: Tx,
  factor: FactorRow,
  challengeId: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const [challenge] = isUuid(challengeId)
    ? await tx
        .select({
          createdAt: challenges.createdAt,
          usedAt: challenges.usedAt,
          isSameIp: sql`${challenges.ip} = ${client.ip}::inet`.mapWith(Boolean),
        })
        .from(challenges)
        .where(and(eq(challenges.id, challengeId), eq(challenges.factorId, factor.id)))
        .for("update")
    : [];
  if (!challenge || !isUuid(challengeId) || factor.factorType !== "totp")
    throw new AuthError("mfa_factor_not_found", {
      status: 422,
      message: "MFA factor with the provided challenge ID not found",
    });
  if (challenge.usedAt !== null || !challenge.isSameIp) throw new AuthError("mfa_ip_address_mismatch");
  const now = auth.clock.now();
  if (now.getTime() >= challenge.createdAt.getTime() + CHALLENGE_LIFETIME_MS)
    throw new AuthError("mfa_challenge_expired");
  await tx.update(challenges).set({ usedAt: now }).where(eq(challenges.id, challengeId));
}

export const handleVerifyFactor: AuthHandler = async (c, auth) => {
  const body = await readBody(c);
  const bearer = c.get("bearer");
  const factorId = c.req.param("factorId");
  const client = getClientInfo(c, auth);
  const challengeId = readTextField(body, "challenge_id");
  const passkeyTarget = await findPasskeyTarget(auth, bearer.user.id, factorId);
  if (passkeyTarget) {
    const { credential_response: credential } = readObjectField(body, "webauthn");
    const relyingParty = getRelyingParty(auth, c.req.header("host"));
    const answer = { challengeId, credential };
    return c.json(await verifyPasskeyFactor(auth, bearer, passkeyTarget, answer, relyingParty, client));
  }
  const answer = { challengeId, code: readTextField(body, "code") };
  return c.json(await verifyFactor(auth, bearer, factorId, answer, client));
};
