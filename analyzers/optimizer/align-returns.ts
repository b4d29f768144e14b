import { type RecordedDay, toIsoDate } from "../outlook/daily-series.ts";

/** Two years, because older data says little about the coming year. */
const WINDOW_DAYS = 730;

/**
 * The simple returns on the days on which every asset has a price for that day and the day before, one column per asset.
 * `from` and `to`: the first and the last of these days, as YYYY-MM-DD.
 */
export function alignReturns(assets: readonly (readonly RecordedDay[])[]) {
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
  const [from = "", to = ""] =
    pairs.length === 0 ? [] : [pairs[0], pairs.at(-1)].map((day) => toIsoDate(day ?? 0));
  return { columns, count: pairs.length, from, to };
}
