import { sql } from "drizzle-orm";
import { ASSETS, type Asset } from "#core/market/assets.ts";
import { type ChartDay, readChart } from "#core/market/read-chart.ts";
import { chartAddress } from "#core/market/source-address.ts";
import { askSource, isTooMuch, SourceRefusal } from "./ask-source.ts";
import type { MarketDeps } from "./deps.ts";
import { putOff, takeTurn } from "./turns.ts";

const BYTES = 1_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** What sources give without a contract. */
const CHART_DAYS = 365;
/** With fewer of these days an asset's history is short; a source may leave out some. */
const ENOUGH_DAYS = 358;
/** The jobs come every minute: one asking in each. */
const TURN_MS = 50_000;

/**
 * Asks the source for the past of one asset whose kept days are too few, the first of the list that may be asked again,
 * and keeps it; a day that is kept with a later price stays. An asset is asked once in a week at most. Gives what was
 * kept, null when there was nothing to ask. Throws what askSource throws.
 */
export async function fetchChart(
  deps: Pick<MarketDeps, "database" | "clock" | "safeFetch">,
  url: string,
  signal?: AbortSignal,
): Promise<{ readonly symbol: string; readonly days: number } | null> {
  if (!(await takeTurn(deps, "charts", TURN_MS))) return null;
  const asset = await nextShortHistory(deps);
  if (asset === undefined) {
    await putOff(deps, ["charts"], HOUR_MS);
    return null;
  }
  const own = [`chart ${asset.symbol}`];
  try {
    const address = chartAddress(url, asset, CHART_DAYS);
    const answer = await askSource(deps, address, { bytes: BYTES, signal });
    const days = readChart(answer, deps.clock.now(), CHART_DAYS + 1);
    if (days.length === 0) throw new SourceRefusal(200, `the price source has no past of ${asset.symbol}`);
    await keepDays(deps, asset, days);
    await putOff(deps, own, 7 * DAY_MS);
    return { symbol: asset.symbol, days: days.length };
  } catch (error) {
    if (signal?.aborted || isTooMuch(error)) throw error;
    // One that is refused waits a day, and the others go on; one that hangs lets them go first.
    const isRefused = error instanceof SourceRefusal && error.status < 500;
    await putOff(deps, own, isRefused ? DAY_MS : HOUR_MS);
    if (!isRefused) await putOff(deps, ["charts"], 5 * MINUTE_MS);
    throw error;
  }
}

async function nextShortHistory({
  database,
  clock,
}: Pick<MarketDeps, "database" | "clock">): Promise<Asset | undefined> {
  const now = clock.now().toISOString();
  const { rows } = await database.db.execute<{ symbol: string }>(sql`
    select given.symbol
    from unnest(${sql.param(ASSETS.map(({ symbol }) => symbol))}::text[]) with ordinality as given (symbol, place)
    where not exists (
        select from public.market_turns t where t.name = 'chart ' || given.symbol and t.next_at > ${now}::timestamptz)
      and (
        select count(*) from public.market_days d where d.symbol = given.symbol
          and d.day >= (${now}::timestamptz at time zone 'utc')::date - ${CHART_DAYS}::integer) < ${ENOUGH_DAYS}
    order by given.place limit 1`);
  return ASSETS.find(({ symbol }) => symbol === rows[0]?.symbol);
}

async function keepDays(
  { database }: Pick<MarketDeps, "database">,
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
