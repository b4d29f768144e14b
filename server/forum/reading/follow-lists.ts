import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { isPostCategory, type PostCategory } from "#core/forum/categories.ts";
import { LIST_FOLLOWS_MAX } from "#core/forum/limits.ts";
import type { FollowedList } from "#core/forum/reading.ts";
import { requireMember } from "#core/forum/rules.ts";
import { cleanTag, findTagProblem } from "#core/forum/tags.ts";
import { hasVisibleText } from "#core/text.ts";
import { consumeLimit, type ForumDeps } from "../deps.ts";
import { lockMember } from "../lock-rows.ts";

/** The filter of a list: a tag, or the categories of a category chip. If a list has both, the tag is followed. */
export interface FollowableList {
  readonly tag: string | null;
  readonly categories: readonly PostCategory[];
}

export interface FollowListsRequest {
  /** As received; malformed tags and unknown categories are rejected. */
  readonly tag: unknown;
  readonly categories: readonly unknown[];
  readonly isFollowed: boolean;
}

/**
 * Idempotent. Throws not_signed_in, too_many_requests, and invalid_input for an invalid list or if the member would
 * follow more than LIST_FOLLOWS_MAX lists.
 */
export async function followLists(
  deps: ForumDeps,
  viewer: Viewer,
  { tag, categories, isFollowed }: FollowListsRequest,
): Promise<{ isFollowed: boolean }> {
  requireMember(viewer);
  const selectedLists = selectLists(parseList(tag, categories));
  await consumeLimit(deps, "threadState", viewer);

  const member = sql`${viewer.id}::uuid`;
  if (!isFollowed) {
    await deps.database.db.execute(sql`
      delete from public.list_follows where member_id = ${member} and (kind, name) in (${selectedLists})`);
    return { isFollowed };
  }
  await deps.database.db.transaction(async (tx) => {
    // Serializes concurrent requests, so that together they can't exceed the limit.
    await lockMember(tx, viewer.id);
    await tx.execute(sql`
      insert into public.list_follows (member_id, kind, name, created_at)
      select ${member}, kind, name, ${deps.clock.now().toISOString()}::timestamptz from (${selectedLists}) wanted
      on conflict do nothing`);
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from public.list_follows where member_id = ${member}`);
    if ((rows[0]?.count ?? 0) > LIST_FOLLOWS_MAX) {
      throw new AppError("invalid_input", {
        message: `You can follow at most ${LIST_FOLLOWS_MAX} tags and categories. Unfollow some to follow others.`,
      });
    }
  });
  return { isFollowed };
}

/** Throws not_signed_in. */
export async function isFollowingList({ database }: ForumDeps, viewer: Viewer, list: FollowableList) {
  requireMember(viewer);
  const { rows } = await database.reader.execute<{ is_followed: boolean }>(sql`
    select bool_and(exists (
      select from public.list_follows f
      where f.member_id = ${viewer.id}::uuid and f.kind = wanted.kind and f.name = wanted.name
    )) as is_followed from (${selectLists(list)}) wanted`);
  return rows[0]?.is_followed === true;
}

/** Throws not_signed_in. */
export async function listFollowedLists({ database }: ForumDeps, viewer: Viewer): Promise<FollowedList[]> {
  requireMember(viewer);
  const { rows } = await database.reader.execute<FollowedList & Record<string, unknown>>(sql`
    select kind, name from public.list_follows where member_id = ${viewer.id}::uuid order by kind, name`);
  return rows;
}

/** Selects rows of (kind, name). A tag is in lower case, as in post_tags. */
function selectLists({ tag, categories }: FollowableList): SQL {
  return tag === null
    ? sql`select 'category' as kind, name from unnest(${sql.param([...categories])}::text[]) as name`
    : sql`select 'tag' as kind, lower(${tag}::text) as name`;
}

function parseList(tag: unknown, categories: readonly unknown[]): FollowableList {
  if (typeof tag === "string" && tag !== "") {
    const cleanedTag = cleanTag(tag);
    if (!hasVisibleText(cleanedTag) || findTagProblem([cleanedTag])) throw new AppError("invalid_input");
    return { tag: cleanedTag, categories: [] };
  }
  const knownCategories = categories.filter(isPostCategory);
  if (knownCategories.length === 0 || knownCategories.length < categories.length)
    throw new AppError("invalid_input");
  return { tag: null, categories: knownCategories };
}
