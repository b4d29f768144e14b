import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "#server/audit/index.ts";
import { anonymizeProfile } from "#server/profiles/index.ts";
import type { AuthHandler } from "../handler.ts";
import { oauthGrants } from "../oauth-server/tables.ts";
import { passkeys } from "../passkeys/tables.ts";
import { readBody } from "../request-body.ts";
import { factors, identities, oneTimeTokens, sessions, signIns } from "../tables.ts";
import { CLEARED_COLUMNS, closeAccount, waitForDeletion } from "../user/account-deletions.ts";
import { updateUserRow } from "../user/store-user.ts";
import { lockUser } from "./find-user.ts";
import { getAuditTarget, rejectRemovingLastAdmin } from "./service-audit.ts";

/**
 * Deletes an account. A hard deletion works as if the member had done it (user/account-deletions.ts). After a soft
 * deletion, the row remains, with hashed addresses, and posts and comments remain under an anonymized name.
 */
export const handleDeleteUser: AuthHandler = async (c, auth) => {
  const hasBody = (await c.req.text()).trim() !== "";
  const isSoft = hasBody && (await readBody(c)).should_soft_delete === true;
  const id = c.req.param("userId");
  await auth.database.db.transaction(async (tx) => {
    const user = await lockUser(tx, id, { mayRemoveAdmin: true });
    if (isSoft && user.deletedAt !== null) return;
    await rejectRemovingLastAdmin(auth, tx, user);
    await recordAuditEvent(tx, c.get("actor"), {
      action: "member.delete",
      target: await getAuditTarget(tx, user),
      after: {
        account: isSoft ? "anonymized" : "deleted",
        "posts and comments": isSoft ? "kept under an anonymized name" : "kept without an author",
      },
    });
    if (!isSoft) return closeAccount(auth, tx, user);
    const hashAddress = (address: string | null) =>
      address === null ? null : createHash("sha256").update(`${user.id} ${address}`).digest("hex");
    const now = auth.clock.now();
    await updateUserRow(tx, user.id, {
      ...CLEARED_COLUMNS,
      email: hashAddress(user.email),
      phone: hashAddress(user.phone),
      ssoEmail: hashAddress(user.ssoEmail),
      deletedAt: now,
      updatedAt: now,
    });
    for (const identity of await tx.select().from(identities).where(eq(identities.userId, user.id)))
      await tx
        .update(identities)
        .set({ providerId: hashAddress(identity.providerId) ?? "", identityData: {}, updatedAt: now })
        .where(eq(identities.id, identity.id));
    for (const table of [oneTimeTokens, passkeys, factors, sessions, signIns, oauthGrants])
      await tx.delete(table).where(eq(table.userId, user.id));
    await anonymizeProfile(tx, user.id, now);
    for (const step of auth.anonymizationSteps) await step(tx, user.id);
  });
  if (!isSoft && id) await waitForDeletion(auth, id);
  return c.json({});
};
