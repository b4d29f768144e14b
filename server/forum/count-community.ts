import { sql } from "drizzle-orm";
import type { CommunityFigures } from "#core/forum/types.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { ForumDeps } from "./deps.ts";

const CACHE_MS = 10_000;

/** The live figures, in one statement and cached for ten seconds. */
export function createCommunityCounter(deps: ForumDeps): () => Promise<CommunityFigures> {
  return memoizeWithTtl(() => countCommunity(deps), { clock: deps.clock, milliseconds: CACHE_MS });
}

async function countCommunity({ database, clock }: ForumDeps): Promise<CommunityFigures> {
  const now = clock.now();
  const { rows } = await database.db.execute<{
    posts: number;
    members: number;
    today: number;
    online: number;
  }>(sql`
    select
      coalesce(sum(amount) filter (where name = 'posts'), 0)::int as posts,
      coalesce(sum(amount) filter (where name = 'members'), 0)::int as members,
      coalesce(sum(amount) filter (where name = 'posts' and day = ${now.toISOString().slice(0, 10)}::date), 0)::int as today,
      public.count_online(${now.toISOString()}::timestamptz) as online
    from public.daily_counts`);
  const [row] = rows;
  return {
    totalPosts: row?.posts ?? 0,
    members: row?.members ?? 0,
    onlineNow: row?.online ?? 0,
    todaysPosts: row?.today ?? 0,
  };
}
