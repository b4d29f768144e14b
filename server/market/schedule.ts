import { sql } from "drizzle-orm";
import type { MarketDeps } from "./deps.ts";

/** Claims the fetch `name` for `durationMs`. Returns false if it is not due or another process has claimed it. */
export async function claimFetch(deps: MarketDeps, name: string, durationMs: number): Promise<boolean> {
  const now = deps.clock.now();
  const { rowCount } = await deps.database.db.execute(sql`
    insert into public.market_schedule as schedule (name, next_at) values (${name}, ${addMs(now, durationMs)}::timestamptz)
    on conflict (name) do update set next_at = excluded.next_at
    where schedule.next_at <= ${now.toISOString()}::timestamptz`);
  return rowCount === 1;
}

/** Postpones the fetches `names` until `durationMs` from now, unless they are already postponed further. */
export async function postponeFetches(deps: MarketDeps, names: readonly string[], durationMs: number) {
  await deps.database.db.execute(sql`
    insert into public.market_schedule as schedule (name, next_at)
    select name, ${addMs(deps.clock.now(), durationMs)}::timestamptz
    from unnest(${sql.param([...names].sort())}::text[]) as name
    on conflict (name) do update set next_at = greatest(schedule.next_at, excluded.next_at)`);
}

const addMs = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
