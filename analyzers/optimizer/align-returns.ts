import { type RecordedDay, toIsoDate } from "../outlook/daily-series.ts";

/** Two years, because older data says little about the coming year. */
const WINDOW_DAYS = 730;

/**
 * The simple returns on the days on which every asset has a price for that day and the day before, one column per asset.
 * `from` and `to`: the first and the last of these days, as YYYY-MM-DD; empty if there are none.
 */
export function alignReturns(assets: readonly (readonly RecordedDay[])[]) {
  const start = Math.max(...assets.map((days) => days[0]?.day ?? Number.POSITIVE_INFINITY));
  const end = Math.min(...assets.map((days) => days.at(-1)?.day ?? Number.NEGATIVE_INFINITY));
  const length = assets.length === 0 ? 0 : Math.max(0, end - start + 1);
  // Arrays by day, because maps take several times as long.
  const prices = assets.map((days) => {
    const byDay = new Float64Array(length);
    for (const { day, price } of days) byDay[day - start] = price;
    return byDay;
  });
  const isCommon = (index: number) => prices.every((byDay) => (byDay[index] ?? 0) > 0);
  let last = length - 1;
  while (last >= 0 && !isCommon(last)) last -= 1;
  /** The indexes of the days with returns: every asset has a price for that day and the day before. */
  const returnIndexes: number[] = [];
  let isPreviousCommon = false;
  for (let index = Math.max(0, last - WINDOW_DAYS); index <= last; index += 1) {
    const isThisCommon = isCommon(index);
    if (isThisCommon && isPreviousCommon) returnIndexes.push(index);
    isPreviousCommon = isThisCommon;
  }
  const columns = prices.map((byDay) =>
    returnIndexes.map((index) => (byDay[index] ?? 1) / (byDay[index - 1] ?? 1) - 1),
  );
  const [from = "", to = ""] =
    returnIndexes.length === 0
      ? []
      : [returnIndexes[0], returnIndexes.at(-1)].map((index) => toIsoDate(start + (index ?? 0)));
  return { columns, count: returnIndexes.length, from, to };
}
