import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { COUNT_MAX, type MemberProfile } from "#core/forum/member-page.ts";
import { countCharacters } from "#core/text.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { foldUsername, selectMemberUsernames, toUsernameSkeleton } from "#server/profiles/index.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";

type MemberRow = Omit<MemberProfile, "joinDate" | "isOwn"> & { join_micros: string };

/** Finds a member by name, look-alike name or recent former name. Null if there is none or the account was deleted. */
export async function readMember(
  { database, clock }: ForumDeps,
  viewer: Viewer,
  name: string,
): Promise<MemberProfile | null> {
  // Twice the length, because a decomposed name has a separate character for each accent.
  if (!name.isWellFormed() || name.includes("\0") || countCharacters(name) > 2 * USERNAME_MAX_LENGTH)
    return null;
  const username = name.normalize("NFKC");
  const foldedName = foldUsername(username);
  const { rows } = await database.reader.execute<MemberRow>(sql`
    select m.id, m.username, m.avatar_url as "avatarUrl", m.is_verified as "isVerified", m.bio, m.karma,
      ${toMicros(sql`m.join_date`)} as join_micros,
      (select count(*)::int from (
        select from public.forum_posts p
        where p.author_id = m.id and p.deleted_at is null limit ${COUNT_MAX + 1}
      ) counted) as "postCount",
      (select case when count(*) > ${COUNT_MAX} then count(*) else count(*) filter (where p.deleted_at is null) end::int
        from (
          select c.post_id from public.comments c
          where c.author_id = m.id and c.deleted_at is null order by c.created_at desc limit ${COUNT_MAX + 1}
        ) counted join public.forum_posts p on p.id = counted.post_id) as "commentCount"
    from (
      select p.* from ${selectMemberUsernames(sql`${clock.now().toISOString()}::timestamptz`)} named
      join public.profiles p on p.id = named.member_id
      where named.username_skeleton = ${toUsernameSkeleton(username)} or named.username_folded = ${foldedName}
      order by named.is_current desc, p.username = ${username} desc,
        (named.username_folded is not distinct from ${foldedName}) desc limit 1
    ) m
    join auth.users u on u.id = m.id and u.deleted_at is null`);
  const [row] = rows;
  if (!row) return null;
  // The counts depend on the posts and comments.
  dependOn(`member:${row.id}`, `username:${row.username}`, "posts", "comments");
  const { join_micros, ...member } = row;
  return { ...member, joinDate: microsToIso(join_micros), isOwn: viewer?.id === row.id };
}
