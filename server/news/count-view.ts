import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { addressGroup } from "#server/platform/client-address.ts";
import { isRobot } from "#server/platform/is-robot.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Counts a view, once per visitor, article and day. Kept of the visitor is a digest made with a secret of the day; both
 * are gone when the day is, so that nobody can tell afterwards who read what. One statement: the day's first view makes
 * the secret, which no program keeps, and ends the days before. Whatever is no article, and robots, count nothing.
 */
export async function countView(
  { database, clock }: Pick<NewsDeps, "database" | "clock">,
  articleId: string,
  { address, userAgent }: Visitor,
): Promise<void> {
  if (!isUuid(articleId) || isRobot(userAgent)) return;
  const day = clock.now().toISOString().slice(0, 10);
  // Not the address itself, which the database might write into its log.
  const visitor = createHash("sha256")
    .update(`${addressGroup(address)}\n${userAgent}`)
    .digest();
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
