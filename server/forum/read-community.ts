import { sql } from "drizzle-orm";
import type { Community } from "#core/forum/types.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import { type ForumDeps, refreshOnPostChanges } from "./deps.ts";

const CACHE_MS = 10_000;
/** Popular tags are counted in this many of the hottest posts. */
const HOTTEST_POSTS_MAX = 200;
const POPULAR_TAGS_MAX = 10;

/** Reads the community's figures and popular tags in one statement, cached for ten seconds or until a post changes. */
export function createCommunityReader(deps: ForumDeps): () => Promise<Community> {
  return memoizeWithTtl(() => readCommunity(deps), {
    clock: deps.clock,
    ttlMs: CACHE_MS,
    refreshOn: refreshOnPostChanges(deps),
  });
}

async function readCommunity({ database, clock }: ForumDeps): Promise<Community> {
  const now = clock.now();
  const { rows } = await database.db.execute<{
    postCount: number;
    memberCount: number;
    todaysPostCount: number;
    onlineCount: number;
    tags: string[];
  }>(sql`
    select
      coalesce(sum(amount) filter (where name = 'posts'), 0)::int as "postCount",
      coalesce(sum(amount) filter (where name = 'members'), 0)::int as "memberCount",
      coalesce(sum(amount) filter (where name = 'posts' and day = ${now.toISOString().slice(0, 10)}::date), 0)::int as "todaysPostCount",
      public.count_online(${now.toISOString()}::timestamptz) as "onlineCount",
      array(
        select min(tag) from (
          select tags from public.forum_posts where deleted_at is null
          order by is_pinned desc, hot_rank desc, id desc limit ${HOTTEST_POSTS_MAX}
        ) hottest, unnest(hottest.tags) as tag
        group by lower(tag) order by count(*) desc, lower(tag) limit ${POPULAR_TAGS_MAX}
      ) as tags
    from public.daily_counts`);
  const [row] = rows;
  return {
    figures: {
      totalPosts: row?.postCount ?? 0,
      members: row?.memberCount ?? 0,
      // The page's viewer is online too, but isn't counted until their next request.
      onlineNow: Math.max(row?.onlineCount ?? 0, 1),
      todaysPosts: row?.todaysPostCount ?? 0,
    },
    popularTags: row?.tags ?? [],
  };
}
