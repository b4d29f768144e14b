import { type SQL, sql } from "drizzle-orm";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { RELEASED_USERNAME_DAYS } from "#core/accounts/username.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isReservedUsername } from "./reserved-username.ts";
import { foldUsername, toUsernameSkeleton } from "./username-skeleton.ts";

/**
 * Rejects a reserved username. Except for a preliminary check, call this after writing the username: the write waits on
 * the unique indexes until a concurrent rename has released the name, so this query sees the reservation. `userId` is
 * null before the account exists. Throws AuthError: username_taken, username_invalid.
 */
export async function rejectReservedUsername(
  db: Db | Tx,
  username: string,
  { userId, now }: { readonly userId: string | null; readonly now: Date },
): Promise<void> {
  const { rows } = await db.execute<{ is_reserved: boolean; site_name: string | null }>(sql`
    select exists (
        select from public.released_usernames r
        where (r.username_skeleton = ${toUsernameSkeleton(username)} or r.username_folded = ${foldUsername(username)})
          and r.reserved_until > ${now.toISOString()}::timestamptz and (r.user_id = ${userId}::uuid) is not true
      ) as is_reserved,
      (select value ->> 'siteName' from public.site_settings where section = 'general') as site_name`);
  if (isReservedUsername(username, rows[0]?.site_name ?? undefined))
    throw new AuthError("username_invalid", { message: "This username is reserved." });
  if (rows[0]?.is_reserved) throw new AuthError("username_taken");
}

/** Reserves a member's former username for them. After RELEASED_USERNAME_DAYS, others may use it. */
export async function reserveFormerUsername(
  tx: Tx,
  username: string,
  userId: string,
  now: Date,
): Promise<void> {
  const reservedUntil = new Date(now.getTime() + RELEASED_USERNAME_DAYS * 24 * 60 * 60 * 1000).toISOString();
  await tx.execute(sql`
    insert into public.released_usernames (username_skeleton, username_folded, user_id, reserved_until)
    values (${toUsernameSkeleton(username)}, ${foldUsername(username)}, ${userId}::uuid, ${reservedUntil}::timestamptz)
    on conflict (username_skeleton, username_folded)
      do update set user_id = excluded.user_id, reserved_until = excluded.reserved_until`);
}

/**
 * Unlinks a member's reserved usernames from the account. Rounds the expiry up to the next midnight UTC, because the
 * exact time could identify the member.
 */
export async function anonymizeReleasedUsernames(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    update public.released_usernames
    set user_id = null, reserved_until = date_trunc('day', reserved_until, 'UTC') + interval '1 day'
    where user_id = ${userId}::uuid`);
}

/** Usernames that resolve to a member: current ones, and former ones that are still reserved. */
export const selectMemberUsernames = (now: SQL): SQL => sql`(
  select id as member_id, username_skeleton, username_folded, true as is_current from public.profiles
  union all
  select user_id, username_skeleton, username_folded, false from public.released_usernames
  where user_id is not null and reserved_until > ${now}
)`;
