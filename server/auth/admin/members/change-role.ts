import type { Viewer } from "#core/accounts/member.ts";
import { MEMBER_ROLES } from "#core/admin/members.ts";
import { AppError } from "#core/errors.ts";
import { setRole } from "#server/profiles/index.ts";
import type { AuthDeps } from "../../deps.ts";
import { changeMember, type WithReason } from "./change-member.ts";
import { rejectRemovingLastAdmin } from "./lock-member.ts";
import { createInputError } from "./member-input.ts";

/**
 * Grants or removes the admin role. Takes effect with the member's next request. Throws AppError("last_administrator").
 */
export function changeRole(
  auth: AuthDeps,
  viewer: Viewer,
  id: string,
  input: WithReason & { readonly role: string },
) {
  const action = { id, input, allowsSelf: true, mayRemoveAdmin: true };
  return changeMember(auth, viewer, action, async (tx, { user, profile, record, notify }) => {
    const role = MEMBER_ROLES.find((knownRole) => knownRole === input.role);
    if (!role) throw createInputError({ role: "Choose a role." });
    // An account may have no profile, and so no role, until its first sign-in.
    if (!profile) throw new AppError("member_not_found");
    if (profile.role === role) return;
    if (role === "user") await rejectRemovingLastAdmin(auth, tx, user);
    await setRole(tx, id, role);
    await record({ action: "member.role", before: { role: profile.role }, after: { role } });
    await notify(role === "admin" ? "role.admin" : "role.user");
  });
}
