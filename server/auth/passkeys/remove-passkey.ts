import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Tx } from "#server/database/index.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { identities, type UserRow } from "../tables.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { createSignInCheck } from "../user/unlink-identity.ts";
import { deletePasskey, listPasskeys, lockPasskey, requirePasskeySession } from "./passkeys.ts";
import type { PasskeyRow } from "./tables.ts";

/**
 * Removes one of the user's own passkeys, in a session with a recent sign-in, and emails the owner. Throws AuthError:
 * no_authorization, user_sso_managed, reauthentication_needed, session_not_found, validation_failed (404),
 * single_identity_not_deletable.
 */
export async function removeOwnPasskey(
  auth: AuthDeps,
  bearer: Pick<Bearer, "user" | "session">,
  passkeyId: string | undefined,
): Promise<PasskeyRow> {
  requirePasskeySession(bearer);
  await requireStepUp(auth, bearer);
  return runWithMessages(auth, async (tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const passkey = await lockPasskey(tx, user.id, passkeyId);
    const hasOtherPasskey = (await listPasskeys(tx, user.id)).some(({ id }) => id !== passkey.id);
    const ownIdentities = await tx.select().from(identities).where(eq(identities.userId, user.id));
    if (!hasOtherPasskey && !ownIdentities.some(await createSignInCheck(auth)))
      throw new AuthError("single_identity_not_deletable", {
        message: "This passkey is the only way to sign in to this account",
      });
    await removePasskey(auth, tx, user, passkey);
    return passkey;
  });
}

/** Deletes a passkey and emails the owner. The caller must have locked the user's row. */
export async function removePasskey(auth: AuthDeps, tx: Tx, user: UserRow, passkey: PasskeyRow) {
  await deletePasskey(tx, passkey);
  await notifyOwner(auth, tx, user, { kind: "passkey_removed", name: passkey.name });
}

export const handleRemovePasskey: AuthHandler = async (c, auth) => {
  await removeOwnPasskey(auth, c.get("bearer"), c.req.param("passkeyId"));
  return c.body(null, 204);
};
