import { eq } from "drizzle-orm";
import type { AuthDeps } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import type { SessionUser } from "../tables.ts";
import { parseFactorName } from "../two-factor/factors.ts";
import { lockSessionUser } from "../user/require-viewer-session.ts";
import { listPasskeys, lockPasskey, presentPasskey } from "./passkeys.ts";
import { type PasskeyRow, passkeys } from "./tables.ts";

/**
 * Renames a passkey; an empty name clears the current one. Throws AuthError: validation_failed, with status 404 if the
 * user has no such passkey; session_not_found, user_not_found.
 */
export async function renamePasskey(
  { database }: AuthDeps,
  bearer: SessionUser,
  passkeyId: string | undefined,
  input: string | undefined,
): Promise<PasskeyRow> {
  const name = parseFactorName(input, 120);
  return database.db.transaction(async (tx) => {
    const { user } = await lockSessionUser(tx, bearer);
    const passkey = await lockPasskey(tx, user.id, passkeyId);
    await tx.update(passkeys).set({ name }).where(eq(passkeys.id, passkey.id));
    return { ...passkey, name };
  });
}

export const handleListPasskeys: AuthHandler = async (c, auth) =>
  c.json((await listPasskeys(auth.database.db, c.get("bearer").user.id)).map(presentPasskey));

export const handleRenamePasskey: AuthHandler = async (c, auth) => {
  const name = readTextField(await readBody(c), "friendly_name");
  return c.json(presentPasskey(await renamePasskey(auth, c.get("bearer"), c.req.param("passkeyId"), name)));
};
