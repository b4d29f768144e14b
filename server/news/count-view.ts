import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { toAddressGroup } from "#server/platform/client-address.ts";
import { isRobot } from "#server/platform/is-robot.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { NewsDeps } from "./deps.ts";

interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** Number of counted views to remember, so that repeated views need no database query. */
const COUNTED_VIEWS_MAX = 20_000;
/** Views beyond this many at a time aren't counted, because rendering pages has priority. */
const CONCURRENT_MAX = 20;

export function createViewCounter(deps: NewsDeps) {
  const countedViews = new LRUCache<string, true>({ max: COUNTED_VIEWS_MAX });
  let runningCount = 0;
  return async (articleId: string, { address, userAgent }: Client): Promise<void> => {
    if (!isUuid(articleId) || isRobot(userAgent)) return;
    const day = deps.clock.now().toISOString().slice(0, 10);
    // Hashed, because statements may appear in database logs.
    const clientDigest = createHash("sha256")
      .update(`${toAddressGroup(address)}\n${userAgent}`)
      .digest();
    const key = `${day} ${articleId.toLowerCase()} ${clientDigest.toString("latin1")}`;
    if (countedViews.has(key) || runningCount >= CONCURRENT_MAX) return;
    countedViews.set(key, true);
    runningCount += 1;
    try {
      await countView(deps, articleId, { day, clientDigest });
    } catch (error) {
      countedViews.delete(key);
      throw error;
    } finally {
      runningCount -= 1;
    }
  };
}

/**
 * Counts a client's first view of an article each day. Stores only a digest keyed with a daily secret that never leaves
 * the database. Digests and secrets are deleted after the day, so that no one can find out later who read what.
 */
async function countView(
  { database }: NewsDeps,
  articleId: string,
  { day, clientDigest }: { readonly day: string; readonly clientDigest: Buffer },
): Promise<void> {
  await database.db.execute(sql`
    with past as (
      delete from public.news_view_days where day < ${day}::date
    ), created as (
      insert into public.news_view_days (day)
      select ${day}::date where not exists (select from public.news_view_days where day = ${day}::date)
      on conflict (day) do update set day = excluded.day returning secret
    ), today as (
      select secret from public.news_view_days where day = ${day}::date union all select secret from created
    ), seen as (
      insert into public.news_views (day, article_id, visitor)
      select ${day}::date, a.id, sha256(today.secret || ${clientDigest}::bytea)
      from today cross join public.news_articles a where a.id = ${articleId}::uuid and a.hidden_at is null
      on conflict do nothing returning article_id
    )
    update public.news_articles set views = views + 1 where id in (select article_id from seen)`);
}
