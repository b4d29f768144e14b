import { asc, eq } from "drizzle-orm";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { AuthHandler } from "../handler.ts";
import { readBody, readTextField } from "../request-body.ts";
import { factors } from "../tables.ts";
import { deleteFactor, lockFactor, mapNameConflict, parseFactorName } from "../two-factor/factors.ts";
import { notifyOwner, runWithMessages } from "../user/notify-owner.ts";
import { presentFactor } from "../user/present-user.ts";
import { findUser, lockUser } from "./find-user.ts";
import { getAuditTarget } from "./service-audit.ts";

export const handleListUserFactors: AuthHandler = async (c, auth) => {
  const user = await findUser(auth, c.req.param("userId"));
  const rows = await auth.database.db
    .select()
    .from(factors)
    .where(eq(factors.userId, user.id))
    .orderBy(asc(factors.createdAt), asc(factors.id));
  return c.json(rows.map(presentFactor));
};

/** Removes a factor, for a user who has lost both the factor and the recovery codes. */
export const handleDeleteUserFactor: AuthHandler = async (c, auth) => {
  const deletedFactor = await runWithMessages(auth, async (tx) => {
    const user = await lockUser(tx, c.req.param("userId"));
    const factor = await lockFactor(tx, user.id, c.req.param("factorId"));
    await deleteFactor(tx, factor);
    if (factor.status === "verified")
      await notifyOwner(
        auth,
        tx,
        user,
        factor.factorType === "webauthn"
          ? { kind: "passkey_removed", name: factor.friendlyName }
          : { kind: "factor_removed" },
      );
    await recordAuditEvent(tx, c.get("actor"), {
      action: "member.reset-factors",
      target: await getAuditTarget(tx, user),
      before: { factor: factor.friendlyName ?? "" },
    });
    return factor;
  });
  return c.json(presentFactor(deletedFactor));
};

/** Renames a factor. An empty name removes the current one. */
export const handleChangeUserFactor: AuthHandler = async (c, auth) => {
  const input = readTextField(await readBody(c), "friendly_name");
  const name = input === undefined ? undefined : parseFactorName(input);
  const changedFactor = await auth.database.db.transaction(async (tx) => {
    const user = await lockUser(tx, c.req.param("userId"));
    const factor = await lockFactor(tx, user.id, c.req.param("factorId"));
    if (name === undefined) return factor;
    const [row] = await mapNameConflict(() =>
      tx
        .update(factors)
        .set({ friendlyName: name, updatedAt: auth.clock.now() })
        .where(eq(factors.id, factor.id))
        .returning(),
    );
    if (row && row.friendlyName !== factor.friendlyName)
      await recordAuditEvent(tx, c.get("actor"), {
        action: "member.edit",
        target: await getAuditTarget(tx, user),
        before: { factor: factor.friendlyName ?? "" },
        after: { factor: row.friendlyName ?? "" },
      });
    return row ?? factor;
  });
  return c.json(presentFactor(changedFactor));
};
