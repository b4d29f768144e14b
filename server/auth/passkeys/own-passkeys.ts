import { eq } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { findUser, lockUser } from "../admin/find-user.ts";
import { getAuditTarget } from "../admin/service-audit.ts";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import type { Bearer } from "../session/authenticate-bearer.ts";
import { identities, type UserRow } from "../tables.ts";
import { parseFactorName } from "../two-factor/factors.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { requireStepUp } from "../user/require-step-up.ts";
import { createSignInCheck } from "../user/unlink-identity.ts";
import {
  deletePasskey,
  listPasskeys,
  lockOwner,
  lockPasskey,
  presentPasskey,
  requirePasskeySession,
} from "./passkeys.ts";
import { type PasskeyRow, passkeys } from "./tables.ts";

/** Renames a passkey; an empty name clears the current one. Throws AuthError: validation_failed, user_not_found. */
export async function renamePasskey(
  { database }: AuthDeps,
  userId: string,
  passkeyId: string | undefined,
  input: string | undefined,
): Promise<PasskeyRow> {
  const name = parseFactorName(input, 120);
  return database.db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, userId, passkeyId);
    await tx.update(passkeys).set({ name }).where(eq(passkeys.id, passkey.id));
    return { ...passkey, name };
  });
}

/**
 * Removes one of the user's own passkeys, in a session with a recent sign-in, and emails the owner. Throws AuthError:
 * no_authorization, user_sso_managed, reauthentication_needed, validation_failed (404), single_identity_not_deletable.
 */
export async function removeOwnPasskey(
  auth: AuthDeps,
  bearer: Pick<Bearer, "user" | "session">,
  passkeyId: string | undefined,
): Promise<PasskeyRow> {
  requirePasskeySession(bearer);
  await requireStepUp(auth, bearer);
  return runWithMessages(auth, async (tx) => {
    const user = await lockOwner(tx, bearer.user.id);
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
async function removePasskey(auth: AuthDeps, tx: Tx, user: UserRow, passkey: PasskeyRow) {
  await deletePasskey(tx, passkey);
  await notifyOwner(auth, tx, user, { kind: "passkey_removed", name: passkey.name });
}

export const handleListPasskeys: AuthHandler = async (c, auth) =>
  c.json((await listPasskeys(auth.database.db, c.get("bearer").user.id)).map(presentPasskey));

export const handleRenamePasskey: AuthHandler = async (c, auth) => {
  const name = readTextField(await readBody(c), "friendly_name");
  const { user } = c.get("bearer");
  return c.json(presentPasskey(await renamePasskey(auth, user.id, c.req.param("passkeyId"), name)));
};

export const handleRemovePasskey: AuthHandler = async (c, auth) => {
  await removeOwnPasskey(auth, c.get("bearer"), c.req.param("passkeyId"));
  return c.body(null, 204);
};

export const handleListUserPasskeys: AuthHandler = async (c, auth) => {
  const user = await findUser(auth, c.req.param("userId"));
  return c.json((await listPasskeys(auth.database.db, user.id)).map(presentPasskey));
};

/** Removes a passkey, even the last sign-in method, because an administrator can give the user another one. */
export const handleRemoveUserPasskey: AuthHandler = async (c, auth) => {
  await runWithMessages(auth, async (tx) => {
    const user = await lockUser(tx, c.req.param("userId"));
    const passkey = await lockPasskey(tx, user.id, c.req.param("passkeyId"));
    await removePasskey(auth, tx, user, passkey);
    await recordAuditEvent(tx, c.get("actor"), {
      action: "member.edit",
      target: await getAuditTarget(tx, user),
      before: { passkey: passkey.name },
      after: { passkey: null },
    });
  });
  return c.body(null, 204);
};
