import { createHash } from "node:crypto";
import type pg from "pg";
import type { Clock } from "./clock.ts";

/** One of the counts that a use goes to. */
export interface Count {
  readonly name: string;
  readonly key: string;
  /** How many uses until then. */
  readonly most: number;
  /** When the count begins anew; looked at by the use that opens it. */
  readonly until: Date;
}

export type Taken =
  | {
      readonly allowed: true /** What is left of each count, in their order. */;
      readonly left: readonly number[];
    }
  | {
      readonly allowed: false /** Whole seconds until there may be room again. */;
      readonly retryAfterSeconds: number;
    };

export interface Allowances {
  /** Takes one use of each of the counts, or none. Of several at once no two take the last one. */
  take(counts: readonly Count[]): Promise<Taken>;
  giveBack(counts: readonly Count[]): Promise<void>;
  /** What is left of each, in their order. */
  readLeft(counts: readonly Count[]): Promise<readonly number[]>;
}

interface Row {
  key: string;
  points: number;
  /** Milliseconds since 1970; pg gives a bigint as text. */
  expire: string;
}

/**
 * Allowances of several counts at a time, kept beside the rate limits in auth.rate_limits and shared by every program
 * on the database. Unlike a rate limit, a refused use counts nowhere and one that is given back can be had again at
 * once. Switched off, everything is allowed.
 */
export function createAllowances(
  pool: pg.Pool,
  { enabled, clock }: { enabled: boolean; clock: Clock },
): Allowances {
  const now = () => clock.now().getTime();

  async function read(counts: readonly Count[]): Promise<Map<string, Row>> {
    const { rows } = await pool.query<Row>(
      "select key, points, expire from auth.rate_limits where key = any ($1) and expire > $2",
      [counts.map(keyOf), now()],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  async function giveBackKeys(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    // Locked in the order of the keys, as takes lock them: a deadlock would cost the use that is given back.
    await pool.query(
      `update auth.rate_limits r set points = r.points - 1
       from (
         select key from auth.rate_limits
         where key = any ($1) and expire > $2 and points > 0 order by key for update
       ) locked
       where r.key = locked.key`,
      [keys, now()],
    );
  }

  return {
    async take(counts) {
      if (!enabled) return { allowed: true, left: counts.map(({ most }) => most) };
      const wanted = counts.map((count) => ({
        key: keyOf(count),
        most: count.most,
        expire: count.until.getTime(),
      }));
      // In the order of the keys, so that two uses that share counts never wait for each other in a circle.
      // Named: it is planned once for each connection.
      const { rows } = await pool.query<Row>({
        name: "take-allowance",
        text: `with wanted as (
           select key, most, expire from jsonb_to_recordset($1::jsonb) as given (key text, most integer, expire bigint)
         )
         insert into auth.rate_limits as kept (key, points, expire)
         select key, 1, expire from wanted
         where not exists (
           select from wanted w join auth.rate_limits r on r.key = w.key
           where r.expire > $2 and r.points >= w.most)
         order by key
         on conflict (key) do update set
           points = case when kept.expire > $2 then kept.points + 1 else 1 end,
           expire = case when kept.expire > $2 then kept.expire else excluded.expire end
         where kept.expire is null or kept.expire <= $2
           or kept.points < (select w.most from wanted w where w.key = kept.key)
         returning key, points, expire`,
        values: [JSON.stringify(wanted), now()],
      });
      const points = new Map(rows.map((row) => [row.key, row.points]));
      if (points.size === counts.length)
        return { allowed: true, left: counts.map((count) => count.most - (points.get(keyOf(count)) ?? 0)) };

      await giveBackKeys([...points.keys()]);
      const kept = await read(counts);
      const waits = counts.map((count) => {
        const row = kept.get(keyOf(count));
        return row && row.points >= count.most ? Number(row.expire) - now() : 0;
      });
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) };
    },
    async giveBack(counts) {
      if (enabled) await giveBackKeys(counts.map(keyOf));
    },
    async readLeft(counts) {
      if (!enabled) return counts.map(({ most }) => most);
      const kept = await read(counts);
      return counts.map((count) => Math.max(0, count.most - (kept.get(keyOf(count))?.points ?? 0)));
    },
  };
}

/** As the rate limits write theirs: keys may be long or personal, a digest is neither. */
const keyOf = ({ name, key }: Count) => `${name}:${createHash("sha256").update(key).digest("base64url")}`;
