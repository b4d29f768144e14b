import { and, asc, eq, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { Proof, ProofAsked } from "#core/accounts/proof.ts";
import type { ProvableFactor } from "#core/accounts/sign-in-options.ts";
import { AppError } from "#core/errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import type { AuthContext, From } from "../context.ts";
import { FACTOR_METHODS, lockFactor } from "../factor/factors.ts";
import { spendRecoveryCode } from "../factor/recovery-codes.ts";
import { matchTotp } from "../factor/totp.ts";
import { unseal } from "../keys/seal.ts";
import { countFactorTry, countPasswordTry, countRecoveryTry, countRequest } from "../limits.ts";
import { type FactorRow, factors, type UserRow, users } from "../tables.ts";
import { bearerOf } from "../user/own-bearer.ts";
import { spendNonce } from "../user/reauthenticate.ts";
import { takesCodes } from "../user/takes-codes.ts";
import { CODE_METHOD, noteProof } from "./note-proof.ts";

/** What this member would show to prove it once more. Throws AppError("not_signed_in"). */
export async function describeProof(auth: AuthContext, viewer: Viewer): Promise<ProofAsked> {
  const { user } = await bearerOf(auth, viewer);
  return askedOf(user, await listProvable(auth.database.db, user.id));
}

/** The authenticator app alone is enough for an account without a password. */
function askedOf(user: UserRow, provable: readonly ProvableFactor[]): ProofAsked {
  const hasPassword = user.encryptedPassword !== null;
  const first = hasPassword ? "password" : provable.length === 0 && takesCodes(user) ? "code" : "none";
  return { first, codeInstead: hasPassword && takesCodes(user), factors: provable };
}

/** Recovery codes replace a factor: without one they prove nothing. */
async function listProvable(db: Db, userId: string): Promise<readonly ProvableFactor[]> {
  const found = await db
    .select({ id: factors.id, name: factors.friendlyName, type: factors.factorType })
    .from(factors)
    .where(and(eq(factors.userId, userId), eq(factors.status, "verified")))
    .orderBy(sql`${factors.factorType} = 'recovery_code'`, asc(factors.createdAt), asc(factors.id));
  return found.some(({ type }) => type === "totp") ? found : [];
}

/**
 * Verifies in place who is signed in: the password or an emailed code, then the authenticator app if the account has
 * one. The session and its tokens stay; the session's record says when each was verified. Throws AppError: not_signed_in,
 * sign_in_again (with fields); AuthError: over_request_rate_limit, mfa_recovery_codes_locked.
 */
export async function signInAgain(
  auth: AuthContext,
  viewer: Viewer,
  proof: Proof,
  from: From,
): Promise<void> {
  const { user, session } = await bearerOf(auth, viewer);
  await countRequest(auth, "token", from.ip);
  const asked = askedOf(user, await listProvable(auth.database.db, user.id));
  const { factors: provable } = asked;
  const first = asked.codeInstead && proof.mailedCode && !proof.password ? "code" : asked.first;
  if (first === "none" && provable.length === 0) throw refused({});
  if (first === "password") await provePassword(auth, user, proof.password, from);
  if (first === "code") await proveMailedCode(auth, user, proof.mailedCode);
  const methods: string[] = first === "none" ? [] : [first === "password" ? "password" : CODE_METHOD];
  const note = async (tx: Tx, shown: readonly string[]) => {
    if (!(await noteProof(auth, tx, session.id, shown))) throw new AppError("not_signed_in");
  };
  if (provable.length === 0) {
    await auth.database.db.transaction((tx) => note(tx, methods));
    return;
  }
  const factor = provable.find(({ id }) => id === proof.factorId) ?? provable[0];
  await proveFactor(auth, user, { factorId: factor?.id, code: proof.code }, async (tx, method) =>
    note(tx, [method, ...methods]),
  );
}

async function provePassword(auth: AuthContext, user: UserRow, password: string, from: From): Promise<void> {
  if (!password) throw refused({ password: "Enter your password." });
  const attempt = await countPasswordTry(auth, user.email ?? user.phone ?? user.id, from.ip);
  if (!(await auth.passwords.verify(password, user.encryptedPassword)))
    throw refused({ password: "This is not your password." });
  await attempt.succeeded();
}

async function proveMailedCode(auth: AuthContext, user: UserRow, given: string): Promise<void> {
  try {
    await spendNonce(auth, user.id, given.replace(/\s/g, ""));
  } catch (error) {
    if (!(error instanceof AuthError) || error.code === "over_request_rate_limit") throw error;
    throw refused({
      mailedCode: given ? "This code is wrong or has expired." : "Enter the code from the email.",
    });
  }
}

/** Checks a code of the factor, which counts once, and has `note` written in the same transaction. */
async function proveFactor(
  auth: AuthContext,
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
      ? await countFactorTry(auth, user.id)
      : await countRecoveryTry(auth, `${known.id} ${known.updatedAt.getTime()}`);
  const isRight = await auth.database.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    const factor = await lockFactor(tx, user.id, known.id);
    if (!(await spendCode(auth, tx, factor, code))) return false;
    await note(tx, FACTOR_METHODS[factor.factorType]);
    return true;
  });
  if (!isRight) throw refused({ code: "This code is wrong. Each code works only once, so try the newest one." });
  await attempt.succeeded();
}

async function spendCode(auth: AuthContext, tx: Tx, factor: FactorRow, code: string): Promise<boolean> {
  if (factor.factorType === "recovery_code") return spendRecoveryCode(auth, tx, factor, code);
  const secret = unseal(factor.secretSealed ?? Buffer.alloc(0), auth.keys.seal);
  const step = matchTotp(secret, code.replace(/\s/g, ""), auth.clock.now(), factor.lastStep);
  if (step === undefined) return false;
  await tx.update(factors).set({ lastStep: step }).where(eq(factors.id, factor.id));
  return true;
}

const refused = (fields: Record<string, string>) => new AppError("sign_in_again", { fields });
