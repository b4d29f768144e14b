import { randomUUID } from "node:crypto";
import type { Member } from "#core/accounts/member.ts";
import type { Database } from "#server/database/index.ts";
import { foldUsername } from "#server/profiles/index.ts";

/** Inserts a confirmed member directly into the tables. */
export async function insertMember(
  { pool }: Database,
  username: string,
  {
    id = randomUUID(),
    role = "user",
    isVerified = false,
  }: { id?: string; role?: Member["role"]; isVerified?: boolean } = {},
): Promise<Member> {
  const email = `${username}@example.org`;
  await pool.query(
    `with account as (
       insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, $2, now(), jsonb_build_object('username', $3::text)) returning id
     ), profile as (
       insert into public.profiles (id, username, username_skeleton, username_folded, is_verified)
       select id, $3, $3, $6, $4 from account returning id
     )
     insert into public.user_roles (user_id, role) select id, $5 from profile`,
    [id, email, username, isVerified, role, foldUsername(username)],
  );
  return { id, username, email, avatarUrl: null, isVerified, role, sessionId: randomUUID() };
}
