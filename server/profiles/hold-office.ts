import { sql } from "drizzle-orm";
import type { Member } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import type { Tx } from "#server/database/index.ts";

/**
 * Holds the office of the administrator who acts, as the first of an act's locks: a demotion, suspension or deletion of
 * whoever acts comes before the act, which then is refused, or after it, never meanwhile. Throws
 * AppError("access_denied").
 */
export async function holdOffice(tx: Tx, viewer: Member, now: Date): Promise<void> {
  if (!(await hasOffice(tx, viewer, now))) throw new AppError("access_denied");
}

/**
 * The member with the role that holds now and until the transaction ends: whoever was an administrator when the request
 * began, and is none any more, acts as anybody else on what is their own.
 */
export async function withHeldOffice(tx: Tx, viewer: Member, now: Date): Promise<Member> {
  if (viewer.role !== "admin" || (await hasOffice(tx, viewer, now))) return viewer;
  return { ...viewer, role: "user" };
}

async function hasOffice(tx: Tx, viewer: Member, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.user_id = ${viewer.id} and r.role = 'admin' and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= ${now.toISOString()}::timestamptz)
    for share of r`);
  return rows.length > 0;
}
