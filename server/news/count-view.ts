import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { addressGroup } from "#server/platform/client-address.ts";
import { isRobot } from "#server/platform/is-robot.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Views that this program has seen counted: asking again for them would be a statement for nothing. */
const SEEN_MOST = 20_000;
/** More at once are not counted: pages that are read need the database more. */
const AT_ONCE_MOST = 20;

type CountDeps = Pick<NewsDeps, "database" | "clock">;

/** Makes `countView` of a program. */
export function createViewCounter(deps: CountDeps) {
  const seen = new LRUCache<string, true>({ max: SEEN_MOST });
  let underWay = 0;
  return async (articleId: string, { address, userAgent }: Visitor): Promise<void> => {
    if (!isUuid(articleId) || isRobot(userAgent)) return;
    const day = deps.clock.now().toISOString().slice(0, 10);
    // Not the address itself, which the database might write into its log.
    const visitor = createHash("sha256")
      .update(`${addressGroup(address)}\n${userAgent}`)
      .digest();
    const key = `${day} ${articleId.toLowerCase()} ${visitor.toString("latin1")}`;
    if (seen.has(key) || underWay >= AT_ONCE_MOST) return;
    seen.set(key, true);
    underWay += 1;
    try {
      await countView(deps, articleId, { day, visitor });
    } catch (error) {
      seen.delete(key);
      throw error;
    } finally {
      underWay -= 1;
    }
  };
}

/**
 * Counts a view, once per visitor, article and day. Kept of the visitor is a digest made with a secret of the day; both
 * are gone when the day is, so that nobody can tell afterwards who read what. One statement: the day's first view makes
 * the secret, which no program keeps, and ends the days before. Whatever is no article, and robots, count nothing.
 */
async function countView(
  { database }: CountDeps,
  articleId: string,
  { day, visitor }: { readonly day: string; readonly visitor: Buffer },
): Promise<void> {
  await database.db.execute(sql`
    with over as (
      delete from public.news_view_days where day < ${day}::date
    ), made as (
      insert into public.news_view_days (day)
      select ${day}::date where not exists (select from public.news_view_days where day = ${day}::date)
      on conflict (day) do update set day = excluded.day returning secret
    ), today as (
      select secret from public.news_view_days where day = ${day}::date union all select secret from made
    ), seen as (
      insert into public.news_views (day, article_id, visitor)
      select ${day}::date, a.id, sha256(today.secret || ${visitor}::bytea)
      from today cross join public.news_articles a where a.id = ${articleId}::uuid
      on conflict do nothing returning article_id
    )
    update public.news_articles set views = views + 1 where id in (select article_id from seen)`);
}
