import { and, eq, inArray, ne, type SQL } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { blankToEmpty } from "#core/text.ts";
import { type Db, hasSqlState, type Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { passkeys } from "../passkeys/tables.ts";
import { createValidationError } from "../request-body.ts";
import { type FactorRow, factors, type SessionRow, type SessionUser, sessions } from "../tables.ts";

export const FACTOR_METHODS = {
  totp: "totp",
  recovery_code: "mfa/recovery_code",
  webauthn: "mfa/webauthn",
} as const;

/** The amr methods of a session in which a passkey was used: to sign in, or as a second factor. */
export const PASSKEY_METHODS = ["passkey", FACTOR_METHODS.webauthn] as const;

/** The amr methods that give a session aal2. A passkey verifies the user, so it counts as two factors. */
export const AAL2_METHODS: ReadonlySet<string> = new Set([
  ...Object.values(FACTOR_METHODS),
  ...PASSKEY_METHODS,
]);

/** Returns the request's session. Throws AuthError("no_authorization") for guests and for tokens without a session. */
export function requireFactorSession({ user, session }: SessionUser): SessionRow {
  if (user.isAnonymous)
    throw new AuthError("no_authorization", {
      status: 403,
      message: "Anonymous users cannot use two-factor authentication",
    });
  if (!session)
    throw new AuthError("no_authorization", {
      status: 403,
      message: "This request requires the access token of a session",
    });
  return session;
}

/** Finds and locks one of the user's own factors. Throws AuthError: validation_failed, mfa_factor_not_found. */
export async function lockFactor(tx: Tx, userId: string, factorId: string | undefined): Promise<FactorRow> {
  if (!isUuid(factorId)) throw createValidationError("factor_id must be a UUID", 404);
  const [factor] = await tx
    .select()
    .from(factors)
    .where(and(eq(factors.id, factorId), eq(factors.userId, userId)))
    .for("update");
  if (!factor) throw new AuthError("mfa_factor_not_found");
  return factor;
}

/** Deletes the user's other factors of the same type that were never verified. */
export async function deleteOtherUnverifiedFactors(
  tx: Tx,
  { id, userId, factorType }: FactorRow,
): Promise<void> {
  const isSameType = and(eq(factors.userId, userId), eq(factors.factorType, factorType));
  await tx.delete(factors).where(and(isSameType, eq(factors.status, "unverified"), ne(factors.id, id)));
}

export const createAal2RequiredError = () =>
  new AuthError("insufficient_aal", { status: 403, message: "AAL2 required to verify a new factor" });

/** Returns the trimmed name, which is empty if there is none. Throws AuthError("validation_failed"). */
export function parseFactorName(input: string | undefined, max = 100): string {
  const name = blankToEmpty((input ?? "").trim());
  if ([...name].length > max)
    throw createValidationError(`A friendly name can have at most ${max} characters`);
  return name;
}

/** Runs a write that sets a factor's name. Throws AuthError("mfa_factor_name_conflict") if the name is in use. */
export async function mapNameConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (hasSqlState(error, "unique_violation"))
      throw new AuthError("mfa_factor_name_conflict", { cause: error });
    throw error;
  }
}

/** Whether the user's two-factor authentication is on, in which case aal1 isn't enough for protected actions. */
export async function hasVerifiedFactor(db: Db | Tx, userId: string): Promise<boolean> {
  const isVerified = and(eq(factors.status, "verified"), ne(factors.factorType, "recovery_code"));
  return (await db.$count(factors, and(eq(factors.userId, userId), isVerified))) > 0;
}

/**
 * Removes a factor, with its passkey if it has one. Sessions that are at aal2 only because of it fall back to aal1.
 * With the last verified factor, the recovery codes are removed too and every session falls back, except those that
 * signed in with another passkey. The caller has locked the user's row.
 */
export async function deleteFactor(tx: Tx, factor: FactorRow): Promise<void> {
  const { userId } = factor;
  if (factor.factorType === "webauthn") {
    const factorPasskeys = tx
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.factorId, factor.id));
    await downgradeSessions(tx, userId, PASSKEY_METHODS, inArray(sessions.passkeyId, factorPasskeys));
  } else
    await downgradeSessions(
      tx,
      userId,
      [FACTOR_METHODS[factor.factorType]],
      eq(sessions.factorId, factor.id),
    );
  await tx.delete(factors).where(eq(factors.id, factor.id));
  if (factor.status !== "verified" || (await hasVerifiedFactor(tx, factor.userId))) return;
  await tx
    .delete(factors)
    .where(and(eq(factors.userId, factor.userId), eq(factors.factorType, "recovery_code")));
  await downgradeSessions(tx, userId, Object.values(FACTOR_METHODS));
}

/**
 * Removes all factors and recovery codes. Returns the number of verified factors. The caller has locked the user's row.
 */
export async function deleteFactors(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.select().from(factors).where(eq(factors.userId, userId)).for("update");
  await downgradeSessions(tx, userId, Object.values(FACTOR_METHODS));
  await tx.delete(factors).where(eq(factors.userId, userId));
  return rows.filter(({ factorType, status }) => factorType !== "recovery_code" && status === "verified")
    .length;
}

/** Removes methods from the user's sessions at aal2. Those without another aal2 method fall back to aal1. */
export async function downgradeSessions(tx: Tx, userId: string, methods: readonly string[], condition?: SQL) {
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, "aal2"), condition))
    .orderBy(sessions.id)
    .for("update");
  for (const session of rows) {
    const amr = session.amr.filter(({ method }) => !methods.includes(method));
    const isAal2 = amr.some(({ method }) => AAL2_METHODS.has(method));
    await tx
      .update(sessions)
      .set({ amr, aal: isAal2 ? "aal2" : "aal1", factorId: null })
      .where(eq(sessions.id, session.id));
  }
}
