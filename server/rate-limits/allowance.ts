import { sql } from "drizzle-orm";
import { type Db, prepareNamed } from "#server/database/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { digest } from "./rate-limit.ts";

export interface Counter {
  readonly name: string;
  readonly key: string;
  /** Maximum number of uses in the window. */
  readonly max: number;
  /** When the window ends. Only read by the use that opens the window. */
  readonly until: Date;
}

export type ConsumeResult =
  | {
      readonly allowed: true;
      /** Remaining uses per counter, in the given order. */
      readonly remaining: readonly number[];
    }
  | {
      readonly allowed: false;
      /** Whole seconds until a retry may succeed. */
      readonly retryAfterSeconds: number;
    };

export type Allowances = ReturnType<typeof createAllowances>;

interface Row extends Record<string, unknown> {
  key: string;
  points: number;
  /** Milliseconds since 1970; pg returns a bigint as text. */
  expire: string;
}

const time = sql.placeholder("time");
/** Ordered by key so that uses with shared counters can't deadlock. The commit doesn't wait for the disk. */
const takeUses = prepareNamed<Row>(
  "take-allowance",
  sql`
    with wanted as (
      select key, max_points, expire
      from set_config('synchronous_commit', 'off', true),
        jsonb_to_recordset(${sql.placeholder("wanted")}::jsonb) as given (key text, max_points integer, expire bigint)
    )
    insert into auth.rate_limits as stored (key, points, expire)
    select key, 1, expire from wanted
    where not exists (
      select from wanted w join auth.rate_limits r on r.key = w.key
      where r.expire > ${time} and r.points >= w.max_points)
    order by key
    on conflict (key) do update set
      points = case when stored.expire > ${time} then stored.points + 1 else 1 end,
      expire = case when stored.expire > ${time} then stored.expire else excluded.expire end
    where stored.expire is null or stored.expire <= ${time}
      or stored.points < (select w.max_points from wanted w where w.key = stored.key)
    returning key, points, expire`,
);

/**
 * Creates limits that count each use in several counters, for example per minute and per day. Unlike with a rate limit,
 * a rejected use isn't counted. A use can be refunded.
 */
export function createAllowances(db: Db, { enabled, clock }: { enabled: boolean; clock: Clock }) {
  const now = () => clock.now().getTime();

  async function read(counters: readonly Counter[]): Promise<Map<string, Row>> {
    const { rows } = await db.execute<Row>(sql`
      select key, points, expire from auth.rate_limits
      where key = any (${sql.param(counters.map(buildKey))}) and expire > ${now()}`);
    return new Map(rows.map((row) => [row.key, row]));
  }

  async function refundKeys(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    // Lock in key order, as `consume` does, to avoid deadlocks.
    await db.execute(sql`
      update auth.rate_limits r set points = r.points - 1
      from (
        select key from auth.rate_limits
        where key = any (${sql.param(keys)}) and expire > ${now()} and points > 0 order by key for update
      ) locked
      where r.key = locked.key`);
  }

  return {
    /** Takes one use from every counter, or from none. Safe under concurrency. */
    async consume(counters: readonly Counter[]): Promise<ConsumeResult> {
      if (!enabled) return { allowed: true, remaining: counters.map(({ max }) => max) };
      const keys = counters.map(buildKey);
      const wanted = counters.map(({ max, until }, index) => ({
        key: keys[index],
        max_points: max,
        expire: until.getTime(),
      }));
      const { rows } = await takeUses(db, { wanted: JSON.stringify(wanted), time: now() });
      const pointsByKey = new Map(rows.map((row) => [row.key, row.points]));
      if (pointsByKey.size === counters.length)
        return {
          allowed: true,
          remaining: counters.map(({ max }, index) => max - (pointsByKey.get(keys[index] ?? "") ?? 0)),
        };

      await refundKeys([...pointsByKey.keys()]);
      const storedRows = await read(counters);
      const waitsMs = counters.map((counter) => {
        const row = storedRows.get(buildKey(counter));
        return row && row.points >= counter.max ? Number(row.expire) - now() : 0;
      });
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000)) };
    },
    async refund(counters: readonly Counter[]): Promise<void> {
      if (enabled) await refundKeys(counters.map(buildKey));
    },
    /** Remaining uses per counter, in the given order. */
    async readRemaining(counters: readonly Counter[]): Promise<readonly number[]> {
      if (!enabled) return counters.map(({ max }) => max);
      const storedRows = await read(counters);
      return counters.map((counter) =>
        Math.max(0, counter.max - (storedRows.get(buildKey(counter))?.points ?? 0)),
      );
    },
  };
}

const buildKey = ({ name, key }: Counter) => `${name}:${digest(key)}`;
