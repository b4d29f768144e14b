import { eq } from "drizzle-orm";
import type { MemberRole } from "#core/admin/members.ts";
import type { Tx } from "#server/database/index.ts";
import { userRoles } from "./tables.ts";

export async function setRole(tx: Tx, userId: string, role: MemberRole): Promise<void> {
  await tx
    .insert(userRoles)
    .values({ userId, role })
    .onConflictDoUpdate({ target: userRoles.userId, set: { role } });
}

/** Revokes the admin role of a member who has it. An account without a profile has no role. */
export async function revokeAdminRole(tx: Tx, userId: string): Promise<void> {
  await tx.update(userRoles).set({ role: "user" }).where(eq(userRoles.userId, userId));
}
