import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { requireAnotherAdministrator } from "../../user/require-another-administrator.ts";
import { lockAccount, OPERATOR } from "./lock-account.ts";

/** Returns whether the role changed. Throws AppError: member_not_found, last_administrator. */
export async function changeAdminRole(auth: AuthDeps, identifier: string, role: "user" | "admin") {
  return auth.database.db.transaction(async (tx) => {
    const { user, username, role: previousRole } = await lockAccount(tx, identifier);
    if (username === null)
      throw new AppError("member_not_found", {
        message: `${identifier} has never signed in. Administrators need a confirmed email address and a username.`,
      });
    if (previousRole === role) return false;
    if (role === "user")
      await requireAnotherAdministrator(
        auth,
        tx,
        user,
        "There is no other administrator. Promote someone else first.",
      );
    await setRole(tx, user.id, role);
    await recordAuditEvent(tx, OPERATOR, {
      action: "member.role",
      target: { kind: "member", id: user.id, name: username },
      before: { role: previousRole },
      after: { role },
    });
    return true;
  });
}
