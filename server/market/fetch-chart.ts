import { sql } from "drizzle-orm";
import { ASSETS, type Asset } from "#core/market/assets.ts";
import { type ChartDay, parseChart } from "#core/market/parse-chart.ts";
import { buildChartUrl } from "#core/market/source-urls.ts";
import type { MarketDeps } from "./deps.ts";
import { fetchFromSource, isRateLimited, SourceError } from "./fetch-from-source.ts";
import { claimFetch, postponeFetches } from "./schedule.ts";

const BODY_BYTES_MAX = 1_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest history that the source's free plans offer. */
const CHART_DAYS = 365;
/** A history with fewer days is incomplete. Sources may skip a few days. */
const COMPLETE_DAYS_MIN = 358;
/** How long a claim prevents other fetches. The job runs every minute, with at most one request per run. */
const CLAIM_MS = 50_000;

/**
 * Fetches the history of one asset per call. After a success, waits at least a week before fetching that asset again.
 * Returns null if nothing is due. Throws like fetchFromSource.
 */
export async function fetchChart(
  deps: MarketDeps,
  url: string,
  signal?: AbortSignal,
): Promise<{ readonly symbol: string; readonly days: number } | null> {
  if (!(await claimFetch(deps, "charts", CLAIM_MS))) return null;
  const asset = await findIncompleteAsset(deps);
  if (asset === undefined) {
    await postponeFetches(deps, ["charts"], HOUR_MS);
    return null;
  }
  const scheduleNames = [`chart ${asset.symbol}`];
  try {
    const chartUrl = buildChartUrl(url, asset, CHART_DAYS);
    const body = await fetchFromSource(deps, chartUrl, { maxBytes: BODY_BYTES_MAX, signal });
    const days = parseChart(body, deps.clock.now(), CHART_DAYS + 1);
    if (days.length === 0) throw new SourceError(200, `the price source has no history of ${asset.symbol}`);
    await saveDays(deps, asset, days);
    await postponeFetches(deps, scheduleNames, 7 * DAY_MS);
    return { symbol: asset.symbol, days: days.length };
  } catch (error) {
    if (signal?.aborted || isRateLimited(error)) throw error;
    // If the source rejects the asset or sends no usable history of it, retry after a day. After any other failure,
    // retry the asset after an hour, so that the others go first, and fetch no history for five minutes.
    const isRejected = error instanceof SourceError && error.status < 500;
    await postponeFetches(deps, scheduleNames, isRejected ? DAY_MS : HOUR_MS);
    if (!isRejected) await postponeFetches(deps, ["charts"], 5 * MINUTE_MS);
    throw error;
  }
}

async function findIncompleteAsset({ database, clock }: MarketDeps) {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<{ symbol: string }>(sql`
    select given.symbol
    from unnest(${sql.param(ASSETS.map(({ symbol }) => symbol))}::text[]) with ordinality as given (symbol, position)
    where not exists (
        select from public.market_schedule t where t.name = 'chart ' || given.symbol and t.next_at > ${now}::timestamptz)
      and (
        select count(*) from public.market_days d where d.symbol = given.symbol
          and d.day >= (${now}::timestamptz at time zone 'utc')::date - ${CHART_DAYS}::integer) < ${COMPLETE_DAYS_MIN}
    order by given.position limit 1`);
  return ASSETS.find(({ symbol }) => symbol === rows[0]?.symbol);
}

async function saveDays(
  { database }: MarketDeps,
  { symbol }: Asset,
  days: readonly ChartDay[],
): Promise<void> {
  await database.db.execute(sql`
    insert into public.market_days as days (symbol, day, price, at)
    select ${symbol}, day, price, at
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given (day date, price double precision, at timestamptz)
    order by day
    on conflict (symbol, day) do update set price = excluded.price, at = excluded.at where excluded.at > days.at`);
}
