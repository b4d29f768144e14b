import { and, asc, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { Proof, RequiredProof } from "#core/accounts/proof.ts";
import type { VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { AppError } from "#core/errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { decryptSecret } from "../keys/encrypt-secret.ts";
import { countFactorAttempt, countRecoveryAttempt, countRequest } from "../limits.ts";
import { listOwnProviders } from "../oauth/confirm-at-provider.ts";
import { createCsrfToken } from "../oauth/csrf-token.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { type FactorRow, factors, type UserRow, users } from "../tables.ts";
import { FACTOR_METHODS, lockFactor } from "../two-factor/factors.ts";
import { consumeRecoveryCode } from "../two-factor/recovery-codes.ts";
import { matchTotp } from "../two-factor/totp.ts";
import { canReceiveCodes } from "../user/is-step-up-required.ts";
import { consumeNonce } from "../user/reauthenticate.ts";
import { isCurrentPassword } from "../user/require-step-up.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { CODE_METHOD, recordProof } from "./record-proof.ts";

/** Returns which proof the member must provide. Throws AppError("not_signed_in"). */
export async function loadRequiredProof(auth: AuthDeps, viewer: Viewer): Promise<RequiredProof> {
  const { user, session } = await requireViewerSession(auth, viewer);
  return buildRequiredProof(auth, user, session.id);
}

/** Determines the proof. Without a password, an authenticator app alone is enough. */
async function buildRequiredProof(auth: AuthDeps, user: UserRow, sessionId: string): Promise<RequiredProof> {
  const { db } = auth.database;
  const [verifiedFactors, [passkey]] = await Promise.all([
    listVerifiedFactors(db, user.id),
    auth.config.auth.passkeys ? listPasskeys(db, user.id) : [],
  ]);
  // Recovery codes only stand in for another factor, so they don't count by themselves.
  const isTwoFactorOn = verifiedFactors.some(({ type }) => type !== "recovery_code");
  const factorsWithCodes = isTwoFactorOn ? verifiedFactors.filter(({ type }) => type !== "webauthn") : [];
  // If two-factor authentication only uses passkeys, a password alone isn't enough.
  const needsPasskey = isTwoFactorOn && factorsWithCodes.length === 0;
  const hasPassword = user.encryptedPassword !== null;
  const first = needsPasskey
    ? "none"
    : hasPassword
      ? "password"
      : factorsWithCodes.length === 0 && canReceiveCodes(user)
        ? "code"
        : "none";
  const codeBy = (user.email ?? user.ssoEmail) === null ? "text" : "email";
  return {
    first,
    codeBy,
    allowsOneTimeCode: first === "password" && canReceiveCodes(user),
    factors: factorsWithCodes,
    providers: isTwoFactorOn ? [] : await listOwnProviders(auth, user.id),
    providerToken: createCsrfToken(auth, "confirm identity", sessionId),
    passkeyId: passkey?.id ?? null,
  };
}

export const listVerifiedFactors = (db: Db, userId: string): Promise<VerifiableFactor[]> =>
  db
    .select({ id: factors.id, name: factors.friendlyName, type: factors.factorType })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, "verified")))
    .orderBy(sql`${factors.factorType} = 'recovery_code'`, asc(factors.createdAt), asc(factors.id));

/**
 * Verifies the member's identity within their session: with a password or one-time code, then with the authenticator
 * app if the account has one. The session and its tokens stay valid. Throws AppError: not_signed_in, step_up_required
 * (with fields); AuthError: over_request_rate_limit, mfa_recovery_codes_locked, mfa_factor_not_found.
 */
export async function stepUp(auth: AuthDeps, viewer: Viewer, proof: Proof, client: ClientInfo) {
  const { user, session } = await requireViewerSession(auth, viewer);
  await countRequest(auth, "token", client.ip);
  const requiredProof = await buildRequiredProof(auth, user, session.id);
  const { factors: verifiableFactors } = requiredProof;
  const first =
    requiredProof.allowsOneTimeCode && proof.oneTimeCode && !proof.password ? "code" : requiredProof.first;
  if (first === "none" && verifiableFactors.length === 0) throw createStepUpError({});
  if (first === "password") {
    if (!proof.password) throw createStepUpError({ password: "Enter your password." });
    if (!(await isCurrentPassword(auth, user, proof.password, client)))
      throw createStepUpError({ password: "Incorrect password." });
  }
  if (first === "code") await verifyOneTimeCode(auth, user, requiredProof.codeBy, proof.oneTimeCode);
  const methods: string[] = first === "none" ? [] : [first === "password" ? "password" : CODE_METHOD];
  const record = async (tx: Tx, verifiedMethods: readonly string[]) => {
    if (!(await recordProof(auth, tx, session.id, verifiedMethods))) throw new AppError("not_signed_in");
  };
  if (verifiableFactors.length === 0) {
    await auth.database.db.transaction((tx) => record(tx, methods));
    return;
  }
  const factor = verifiableFactors.find(({ id }) => id === proof.factorId) ?? verifiableFactors[0];
  await verifyFactorCode(auth, user, { factorId: factor?.id, code: proof.code }, async (tx, method) =>
    record(tx, [method, ...methods]),
  );
}

async function verifyOneTimeCode(
  auth: AuthDeps,
  user: UserRow,
  codeBy: RequiredProof["codeBy"],
  input: string,
): Promise<void> {
  try {
    await consumeNonce(auth, user.id, input.replace(/\s/g, ""));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code === "over_request_rate_limit") throw error;
    throw createStepUpError({
      oneTimeCode: input
        ? "Incorrect or expired code. Check it, or request a new one."
        : `Enter the code from the ${codeBy === "text" ? "text message" : "email"}.`,
    });
  }
}

/** Verifies and consumes one of the factor's codes, and calls `record` in the same transaction. */
async function verifyFactorCode(
  auth: AuthDeps,
  user: UserRow,
  { factorId, code }: { factorId: string | undefined; code: string },
  record: (tx: Tx, method: string) => Promise<void>,
): Promise<void> {
  const [requestedFactor] = await auth.database.db
    .select()
    .from(factors)
    .where(eq(factors.id, factorId ?? ""));
  if (!requestedFactor)
    throw createStepUpError({ code: "This method is no longer set up. Choose another one." });
  if (!code.trim())
    throw createStepUpError({
      code:
        requestedFactor.factorType === "recovery_code"
          ? "Enter one of your recovery codes."
          : "Enter the code from your authenticator app.",
    });
  const attempt =
    requestedFactor.factorType === "totp"
      ? await countFactorAttempt(auth, user.id)
      : await countRecoveryAttempt(auth, `${requestedFactor.id} ${requestedFactor.updatedAt.getTime()}`);
  const isCorrect = await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    const factor = await lockFactor(tx, user.id, requestedFactor.id);
    if (!(await consumeFactorCode(auth, tx, factor, code))) return false;
    await record(tx, FACTOR_METHODS[factor.factorType]);
    return true;
  });
  if (!isCorrect)
    throw createStepUpError({
      code: "Incorrect code. Check it and try again. Each code works only once.",
    });
  await attempt.refund();
}

async function consumeFactorCode(auth: AuthDeps, tx: Tx, factor: FactorRow, code: string): Promise<boolean> {
  if (factor.factorType === "recovery_code") return consumeRecoveryCode(auth, tx, factor, code);
  const secret = decryptSecret(factor.encryptedSecret ?? Buffer.alloc(0), auth.keys.symmetric);
  const step = matchTotp(secret, code.replace(/\s/g, ""), auth.clock.now(), factor.lastStep);
  if (step === undefined) return false;
  await tx.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id));
  return true;
}

const createStepUpError = (fieldErrors: Record<string, string>) =>
  new AppError("step_up_required", { fieldErrors });
