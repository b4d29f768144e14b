import { sql } from "drizzle-orm";
import type { MarketDeps } from "./deps.ts";

type TurnDeps = Pick<MarketDeps, "database" | "clock">;

/** Claims `name` for this long. Returns false if it is not due or another process has claimed it. */
export async function claimTurn(deps: TurnDeps, name: string, durationMs: number): Promise<boolean> {
  const now = deps.clock.now();
  const { rowCount } = await deps.database.db.execute(sql`
    insert into public.market_schedule as turns (name, next_at) values (${name}, ${addMs(now, durationMs)}::timestamptz)
    on conflict (name) do update set next_at = excluded.next_at
    where turns.next_at <= ${now.toISOString()}::timestamptz`);
  return rowCount === 1;
}

/** Postpones these names by this long, unless they are already postponed further. */
export async function postpone(
  deps: TurnDeps,
  names: readonly string[],
  milliseconds: number,
): Promise<void> {
  await deps.database.db.execute(sql`
    insert into public.market_schedule as turns (name, next_at)
    select name, ${addMs(deps.clock.now(), milliseconds)}::timestamptz
    from unnest(${sql.param([...names].sort())}::text[]) as name
    on conflict (name) do update set next_at = greatest(turns.next_at, excluded.next_at)`);
}

const addMs = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
