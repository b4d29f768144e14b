import { and, asc, eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { AuthDeps } from "../deps.ts";
import { type SessionRow, sessions, type UserRow } from "../tables.ts";
import { deleteFactor, downgradeSessions, lockFactor, PASSKEY_METHODS } from "../two-factor/factors.ts";
import { type PasskeyRow, passkeys } from "./tables.ts";
import type { VerifiedCredential } from "./verify-credential.ts";

const PASSKEYS_MAX = 20;

export const presentPasskey = (row: PasskeyRow) => ({
  id: row.id,
  ...(row.name === "" ? {} : { friendly_name: row.name }),
  created_at: row.createdAt.toISOString(),
  ...(row.lastUsedAt === null ? {} : { last_used_at: row.lastUsedAt.toISOString() }),
});

export const listPasskeys = (db: Db | Tx, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/**
 * Stores a verified credential. The caller must have locked the user's row. Throws AuthError: too_many_passkeys,
 * webauthn_credential_exists.
 */
export async function insertPasskey(
  { clock }: AuthDeps,
  tx: Tx,
  credential: VerifiedCredential & Pick<PasskeyRow, "userId" | "name" | "factorId">,
): Promise<PasskeyRow> {
  await enforcePasskeyLimit(tx, credential.userId);
  const [passkey] = await tx
    .insert(passkeys)
    .values({ ...credential, createdAt: clock.now() })
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  if (!passkey) throw new AuthError("webauthn_credential_exists");
  return passkey;
}

/** Throws AuthError("too_many_passkeys") if the user can't add another one. */
export async function enforcePasskeyLimit(db: Db | Tx, userId: string): Promise<void> {
  if ((await listPasskeys(db, userId)).length >= PASSKEYS_MAX) throw new AuthError("too_many_passkeys");
}

/** Finds and locks one of the user's passkeys. Throws AuthError("validation_failed") with status 404. */
export async function lockPasskey(tx: Tx, userId: string, passkeyId: string | undefined) {
  const [passkey] = isUuid(passkeyId)
    ? await tx
        .select()
        .from(passkeys)
        .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
        .for("update")
    : [];
  if (!passkey) throw new AuthError("validation_failed", { status: 404, message: "Passkey not found" });
  return passkey;
}

/**
 * Deletes a passkey and its factor. Sessions that are at aal2 only because of the passkey fall back to aal1. The caller
 * must have locked the user's row.
 */
export async function deletePasskey(tx: Tx, passkey: PasskeyRow): Promise<void> {
  if (passkey.factorId !== null)
    return deleteFactor(tx, await lockFactor(tx, passkey.userId, passkey.factorId));
  await downgradeSessions(tx, passkey.userId, PASSKEY_METHODS, eq(sessions.passkeyId, passkey.id));
  await tx.delete(passkeys).where(eq(passkeys.id, passkey.id));
}

/** Returns the session of a user who may have passkeys. Throws AuthError: no_authorization, user_sso_managed. */
export function requirePasskeySession({ user, session }: { user: UserRow; session: SessionRow | null }) {
  if (user.isAnonymous || !session)
    throw new AuthError("no_authorization", {
      status: 403,
      message: user.isAnonymous
        ? "Anonymous users cannot use passkeys"
        : "This request requires the access token of a session",
    });
  // The organization decides who can sign in, and a passkey would still work after it has removed the user.
  if (user.isSsoUser)
    throw new AuthError("user_sso_managed", {
      message: "This account is managed by its organization, so it can't have passkeys",
    });
  return session;
}
