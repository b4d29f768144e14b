import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { isDeletedMember } from "#core/accounts/profile-path.ts";
import { USERNAME_MAX_LENGTH } from "#core/accounts/username.ts";
import { AppError } from "#core/errors.ts";
import { SUGGESTED_NAMES_MAX } from "#core/notifications/kinds.ts";
import type { SuggestedName } from "#core/notifications/types.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { foldUsername } from "#server/profiles/index.ts";
import type { NotificationDeps } from "./deps.ts";

const LIMIT = { points: 400, durationSeconds: 600 } as const;
/** The authors of this many of the newest comments in the thread are suggested first. */
const RECENT_COMMENTS_MAX = 300;

/**
 * Suggests members whose names start with the prefix, those in the thread first. If the prefix is empty, suggests only
 * those in the thread. Ignores case and accents. Throws AppError: not_signed_in, too_many_requests.
 */
export async function suggestNames(
  { database, limits }: NotificationDeps,
  viewer: Viewer,
  { prefix, postId }: { readonly prefix: string; readonly postId: string | null },
): Promise<SuggestedName[]> {
  if (viewer === null) throw new AppError("not_signed_in");
  const { allowed } = await limits.consume("notifications-names", viewer.id, LIMIT);
  if (!allowed) throw new AppError("too_many_requests");
  const text = prefix.isWellFormed() ? prefix.replaceAll("\0", "") : "";
  const foldedPrefix = foldUsername(text.normalize("NFKC"));
  if ([...foldedPrefix].length > USERNAME_MAX_LENGTH) return [];
  const pattern = `${foldedPrefix.replace(/[\\%_]/g, "\\$&")}%`;
  const validPostId = postId !== null && isUuid(postId) ? postId : null;
  const { rows } = await database.db.execute<Pick<SuggestedName, keyof SuggestedName>>(sql`
    with thread_members as (
      select author_id as id from public.forum_posts where id = ${validPostId}::uuid and deleted_at is null
      union
      select author_id from (
        select author_id from public.comments where post_id = ${validPostId}::uuid and deleted_at is null
        order by created_at desc limit ${RECENT_COMMENTS_MAX}
      ) newest
    ),
    found as (
      (select p.id, true as is_in_thread from thread_members t join public.profiles p on p.id = t.id
        where p.username_folded collate "C" like ${pattern} order by p.username_folded collate "C"
        limit ${SUGGESTED_NAMES_MAX + 1})
      union all
      (select id, false from public.profiles
        where ${foldedPrefix !== ""} and username_folded collate "C" like ${pattern}
        order by username_folded collate "C" limit ${3 * SUGGESTED_NAMES_MAX})
    ),
    merged as (select id, bool_or(is_in_thread) as is_in_thread from found group by id)
    select p.username, p.avatar_url as "avatarUrl", merged.is_in_thread as "isInThread"
    from merged
    join public.profiles p on p.id = merged.id
    join auth.users u on u.id = p.id and u.deleted_at is null
    where p.id <> ${viewer.id}::uuid and (u.banned_until is null or u.banned_until <= now())
    order by merged.is_in_thread desc, p.username_folded collate "C" limit ${SUGGESTED_NAMES_MAX}`);
  return rows.filter(({ username }) => !isDeletedMember(username));
}
