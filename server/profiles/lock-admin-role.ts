import { sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";

/**
 * Locks the acting admin's role row. Every admin action locks this row before any other. A concurrent demotion,
 * suspension or deletion of the admin then either waits for the action or causes it to be rejected. Throws AppError:
 * access_denied.
 */
export async function lockAdminRole(tx: Tx, viewer: Member, now: Date): Promise<void> {
  if (!(await lockIfAdmin(tx, viewer, now))) throw new AppError("access_denied");
}

/** Locks an admin's role and returns the viewer. A demoted or suspended admin is returned with the role "user". */
export async function lockViewerRole(tx: Tx, viewer: Member, now: Date): Promise<Member> {
  if (viewer.role !== "admin" || (await lockIfAdmin(tx, viewer, now))) return viewer;
  return { ...viewer, role: "user" };
}

async function lockIfAdmin(tx: Tx, viewer: Member, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.user_id = ${viewer.id} and r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)
    for share of r`);
  return rows.length > 0;
}
