import { and, asc, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { Proof, RequiredProof } from "#core/accounts/proof.ts";
import type { VerifiableFactor } from "#core/accounts/sign-in-options.ts";
import { AppError } from "#core/errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import { unseal } from "../keys/seal.ts";
import { countFactorAttempt, countPasswordAttempt, countRecoveryAttempt, countRequest } from "../limits.ts";
import { type FactorRow, factors, type UserRow, users } from "../tables.ts";
import { FACTOR_METHODS, lockFactor } from "../two-factor/factors.ts";
import { spendRecoveryCode } from "../two-factor/recovery-codes.ts";
import { matchTotp } from "../two-factor/totp.ts";
import { canReceiveCodes } from "../user/can-receive-codes.ts";
import { getOwnBearer } from "../user/get-own-bearer.ts";
import { spendNonce } from "../user/reauthenticate.ts";
import { CODE_METHOD, recordProof } from "./record-proof.ts";

/** Which proof the member can give. Throws AppError("not_signed_in"). */
export async function describeProof(auth: AuthDeps, viewer: Viewer): Promise<RequiredProof> {
  const { user } = await getOwnBearer(auth, viewer);
  return describeRequiredProof(user, await listVerifiableFactors(auth.database.db, user.id));
}

/** Without a password, the authenticator app alone is enough. */
function describeRequiredProof(user: UserRow, provable: readonly VerifiableFactor[]): RequiredProof {
  const hasPassword = user.encryptedPassword !== null;
  const first = hasPassword ? "password" : provable.length === 0 && canReceiveCodes(user) ? "code" : "none";
  return { first, codeInstead: hasPassword && canReceiveCodes(user), factors: provable };
}

/** Recovery codes only replace a TOTP factor; without one they don't count. */
async function listVerifiableFactors(db: Db, userId: string): Promise<readonly VerifiableFactor[]> {
  const found = await db
    .select({ id: factors.id, name: factors.friendlyName, type: factors.factorType })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, "verified")))
    .orderBy(sql`${factors.factorType} = 'recovery_code'`, asc(factors.createdAt), asc(factors.id));
  return found.some(({ type }) => type === "totp") ? found : [];
}

/**
 * Verifies the member's identity within their session: password or emailed code, then the authenticator app
 * if the account has one. The session and its tokens stay valid. Throws AppError: not_signed_in,
 * sign_in_again (with fields); AuthError: over_request_rate_limit, mfa_recovery_codes_locked.
 */
export async function signInAgain(
  auth: AuthDeps,
  viewer: Viewer,
  proof: Proof,
  from: ClientInfo,
): Promise<void> {
  const { user, session } = await getOwnBearer(auth, viewer);
  await countRequest(auth, "token", from.ip);
  const required = describeRequiredProof(user, await listVerifiableFactors(auth.database.db, user.id));
  const { factors: provable } = required;
  const first = required.codeInstead && proof.mailedCode && !proof.password ? "code" : required.first;
  if (first === "none" && provable.length === 0) throw refused({});
  if (first === "password") await verifyPassword(auth, user, proof.password, from);
  if (first === "code") await verifyEmailedCode(auth, user, proof.mailedCode);
  const methods: string[] = first === "none" ? [] : [first === "password" ? "password" : CODE_METHOD];
  const note = async (tx: Tx, shown: readonly string[]) => {
    if (!(await recordProof(auth, tx, session.id, shown))) throw new AppError("not_signed_in");
  };
  if (provable.length === 0) {
    await auth.database.db.transaction((tx) => note(tx, methods));
    return;
  }
  const factor = provable.find(({ id }) => id === proof.factorId) ?? provable[0];
  await verifyFactorCode(auth, user, { factorId: factor?.id, code: proof.code }, async (tx, method) =>
    note(tx, [method, ...methods]),
  );
}

async function verifyPassword(
  auth: AuthDeps,
  user: UserRow,
  password: string,
  from: ClientInfo,
): Promise<void> {
  if (!password) throw refused({ password: "Enter your password." });
  const attempt = await countPasswordAttempt(auth, user.email ?? user.phone ?? user.id, from.ip);
  if (!(await auth.passwords.verify(password, user.encryptedPassword)))
    throw refused({ password: "This password is wrong." });
  await attempt.succeeded();
}

async function verifyEmailedCode(auth: AuthDeps, user: UserRow, given: string): Promise<void> {
  try {
    await spendNonce(auth, user.id, given.replace(/\s/g, ""));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code === "over_request_rate_limit") throw error;
    throw refused({
      mailedCode: given ? "This code is wrong or has expired." : "Enter the code from the email.",
    });
  }
}

/** Spends a code of the factor and calls `note` in the same transaction. */
async function verifyFactorCode(
  auth: AuthDeps,
  user: UserRow,
  { factorId, code }: { factorId: string | undefined; code: string },
  note: (tx: Tx, method: string) => Promise<void>,
): Promise<void> {
  if (!code.trim()) throw refused({ code: "Enter the code from your authenticator app." });
  const [known] = await auth.database.db
    .select()
    .from(factors)
    .where(eq(factors.id, factorId ?? ""));
  if (!known) throw refused({ code: "This method is no longer set up. Choose another one." });
  const attempt =
    known.factorType === "totp"
      ? await countFactorAttempt(auth, user.id)
      : await countRecoveryAttempt(auth, `${known.id} ${known.updatedAt.getTime()}`);
  const isRight = await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    const factor = await lockFactor(tx, user.id, known.id);
    if (!(await spendCode(auth, tx, factor, code))) return false;
    await note(tx, FACTOR_METHODS[factor.factorType]);
    return true;
  });
  if (!isRight)
    throw refused({ code: "This code is wrong. Each code works only once, so try the newest one." });
  await attempt.succeeded();
}

async function spendCode(auth: AuthDeps, tx: Tx, factor: FactorRow, code: string): Promise<boolean> {
  if (factor.factorType === "recovery_code") return spendRecoveryCode(auth, tx, factor, code);
  const secret = unseal(factor.secretSealed ?? Buffer.alloc(0), auth.keys.seal);
  const step = matchTotp(secret, code.replace(/\s/g, ""), auth.clock.now(), factor.lastStep);
  if (step === undefined) return false;
  await tx.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id));
  return true;
}

const refused = (fields: Record<string, string>) => new AppError("sign_in_again", { fields });
