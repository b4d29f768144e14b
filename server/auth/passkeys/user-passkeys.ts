import { recordAuditEvent } from "#server/audit/index.ts";
import { findUser, lockUser } from "../admin/find-user.ts";
import { getAuditTarget } from "../admin/service-audit.ts";
import type { AuthHandler } from "../handler.ts";
import { runWithMessages } from "../user/notify-owner.ts";
import { listPasskeys, lockPasskey, presentPasskey } from "./passkeys.ts";
import { removePasskey } from "./remove-passkey.ts";

export const handleListUserPasskeys: AuthHandler = async (c, auth) => {
  const user = await findUser(auth, c.req.param("userId"));
  return c.json((await listPasskeys(auth.database.db, user.id)).map(presentPasskey));
};

/** Removes a passkey, even a user's only sign-in method, because an administrator can give the user another one. */
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
