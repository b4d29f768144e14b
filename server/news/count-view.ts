import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { addressGroup } from "#server/platform/client-address.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** Programs that say so themselves read no news. */
const ROBOT = /bot\b|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|headless|lighthouse|^$/i;

/**
 * Counts a view, once per visitor, article and day. Kept of the visitor is a digest made with a secret of the day; both
 * are gone when the day is, so that nobody can tell afterwards who read what. One statement, a second for the day's
 * first. Whatever is no article, and robots, count nothing.
 */
export async function countView(
  { database, clock }: Pick<NewsDeps, "database" | "clock">,
  articleId: string,
  { address, userAgent }: Visitor,
): Promise<void> {
  if (!isUuid(articleId) || ROBOT.test(userAgent)) return;
  const day = clock.now().toISOString().slice(0, 10);
  const secret = await secretOf(database, day);
  const visitor = createHmac("sha256", secret)
    .update(`${addressGroup(address)}\n${userAgent}`)
    .digest();
  await database.db.execute(sql`
    with seen as (
      insert into public.news_views (day, article_id, visitor)
      select ${day}::date, id, ${visitor}::bytea from public.news_articles where id = ${articleId}::uuid
      on conflict do nothing returning article_id
    )
    update public.news_articles set views = views + 1 where id in (select article_id from seen)`);
}

/** Of the databases that this program knows, the secret of the day that it last counted in. */
const secrets = new WeakMap<object, { day: string; secret: Promise<Buffer> }>();

function secretOf(database: NewsDeps["database"], day: string): Promise<Buffer> {
  const kept = secrets.get(database);
  if (kept?.day === day) return kept.secret;
  const secret = makeSecret(database, day);
  secrets.set(database, { day, secret });
  secret.catch(() => secrets.delete(database));
  return secret;
}

/** Every program gets the same one; the days before go, and with them what was counted in them. */
async function makeSecret({ db }: NewsDeps["database"], day: string): Promise<Buffer> {
  await db.execute(sql`delete from public.news_view_days where day < ${day}::date`);
  const { rows } = await db.execute<{ secret: Buffer }>(sql`
    insert into public.news_view_days (day) values (${day}::date)
    on conflict (day) do update set day = excluded.day returning secret`);
  const [row] = rows;
  if (!row) throw new Error("the day's secret was not kept");
  return row.secret;
}
