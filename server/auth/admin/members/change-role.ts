import type { Viewer } from "#core/accounts/member.ts";
import { MEMBER_ROLES } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import { notifyAdminAction } from "#server/notifications/index.ts";
import { setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { authorizeAction, lockMember, rejectRemovingLastAdmin, type WithReason } from "./lock-member.ts";

/**
 * Grants or removes the admin role. Takes effect with the member's next request. Throws AppError("last_administrator").
 */
export async function changeRole(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly role: string },
): Promise<void> {
  const { actor, reason } = await authorizeAction(auth, viewer, id, input, { allowsSelf: true });
  const role = MEMBER_ROLES.find((known) => known === input.role);
  if (!role) throw new AppError("invalid_input", { fields: { role: "Choose a role." } });
  await auth.database.db.transaction(async (tx) => {
    const { user, profile, record } = await lockMember(auth, tx, actor, id, { mayRemoveAdmin: true });
    // An account that never signed in has no profile, and so no role.
    if (!profile) throw new AppError("member_not_found");
    if (profile.role === role) return;
    if (role === "user") await rejectRemovingLastAdmin(auth, tx, user);
    await setRole(tx, id, role);
    await record({ action: "member.role", reason, before: { role: profile.role }, after: { role } });
    const notice = { memberId: id, actorId: actor.id, reason, now: auth.clock.now() };
    await notifyAdminAction(tx, { ...notice, action: role === "admin" ? "role.admin" : "role.user" });
  });
}
