import { type RecordedDay, toIsoDate } from "../outlook/daily-series.ts";

export interface Returns {
  /** Simple daily returns: one column per asset, all for the same days. */
  readonly columns: readonly Float64Array[];
  readonly count: number;
  /** The first day, YYYY-MM-DD. */
  readonly from: string;
  /** The last day. */
  readonly to: string;
}

/** Two years, because older data says little about the coming year. */
const WINDOW_DAYS = 730;

/** The returns on days for which every asset has a price for that day and the day before. */
export function alignReturns(assets: readonly (readonly RecordedDay[])[]): Returns {
  const prices = assets.map((days) => new Map(days.map(({ day, price }) => [day, price])));
  const [first, ...others] = prices;
  const common = [...(first?.keys() ?? [])].filter((day) => others.every((other) => other.has(day)));
  common.sort((a, b) => a - b);
  const last = common.at(-1) ?? 0;
  const pairs = common.filter(
    (day, index) => index > 0 && common[index - 1] === day - 1 && last - day < WINDOW_DAYS,
  );
  const columns = prices.map((series) =>
    Float64Array.from(pairs, (day) => (series.get(day) ?? 1) / (series.get(day - 1) ?? 1) - 1),
  );
  const [start, end] = [pairs[0], pairs.at(-1)];
  return {
    columns,
    count: pairs.length,
    from: start === undefined ? "" : toIsoDate(start),
    to: end === undefined ? "" : toIsoDate(end),
  };
}
