import { formatDate } from "#core/format-date.ts";
import { formatList } from "#core/format-list.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { type RecordedDay, selectValidDays, toDayNumber, toIsoDate } from "../outlook/daily-series.ts";
import { formatFirst, formatPercent } from "../outlook/wording.ts";
import type { ParsedHoldings } from "./holdings.ts";

export interface Position {
  readonly history: PriceHistory;
  readonly days: readonly RecordedDay[];
  /** The latest price, in US dollars. */
  readonly price: number;
  /** The date of that price, YYYY-MM-DD. */
  readonly date: string;
  /** Share of the portfolio, from 0 to 1. */
  readonly weight: number;
  /** In units of the asset; null if the total value is unknown. */
  readonly amount: number | null;
}

export type ValuedHoldings = ReturnType<typeof valueHoldings>;

type PositionDraft = Omit<Position, "weight" | "amount"> & { money: number; share: number };

/** Prices older than this many days are flagged. A day's price is stored only when the day ends. */
const FRESH_DAYS_MAX = 1;

/**
 * Values the holdings at the latest stored prices. `today` is YYYY-MM-DD. The returned `total` is in US dollars, or null
 * if the input has neither amounts nor money. The returned `notes` say how the input was interpreted.
 */
export function valueHoldings(parsedInput: ParsedHoldings, today: string) {
  const currentDay = toDayNumber(today) ?? undefined;
  const notes: string[] = [];
  const drafts = new Map<PriceHistory, PositionDraft>();
  const unpricedSymbols = new Set<string>();
  for (const { history, amount, money, share } of parsedInput.holdings) {
    const draft = drafts.get(history) ?? createPositionDraft(history, currentDay);
    if (!draft) {
      unpricedSymbols.add(history.symbol);
      continue;
    }
    drafts.set(history, draft);
    draft.money += money ?? (amount ?? 0) * draft.price;
    draft.share += share ?? 0;
  }
  for (const { history } of parsedInput.limits) {
    const draft = history && !drafts.has(history) ? createPositionDraft(history, currentDay) : null;
    if (draft) drafts.set(draft.history, draft);
  }
  if (unpricedSymbols.size > 0)
    notes.push(`Left out, because there's no usable price: ${formatList([...unpricedSymbols])}.`);
  const allDrafts = [...drafts.values()];
  notes.push(...describeOldPrices(allDrafts, currentDay));
  const total = resolveTotal(allDrafts, parsedInput.unassignedMoney, notes);
  const totalMoney = allDrafts.reduce((sum, { money }) => sum + money, 0);
  const positions = allDrafts.map(({ history, days, price, date, money }): Position => {
    const weight = totalMoney > 0 ? money / totalMoney : 1 / allDrafts.length;
    return { history, days, price, date, weight, amount: total === null ? null : (weight * total) / price };
  });
  const unownedDrafts = allDrafts.filter(({ money }) => money === 0);
  if (totalMoney > 0 && unownedDrafts.length > 0)
    notes.push(
      `Listed without an amount or with zero, so treated as possible purchases: ${formatList(unownedDrafts.map(({ history }) => history.symbol))}.`,
    );
  return { positions, total, notes };
}

function describeOldPrices(drafts: readonly PositionDraft[], currentDay: number | undefined): string[] {
  const oldDrafts = drafts.filter(({ days }) => (currentDay ?? 0) - (days.at(-1)?.day ?? 0) > FRESH_DAYS_MAX);
  if (currentDay === undefined || oldDrafts.length === 0) return [];
  const names = oldDrafts.map(({ history, date }) => `${history.symbol} (${formatDate(date)})`);
  return [`**Old prices:** ${formatFirst(names, 10)}. Your holdings may have a different value today.`];
}

function createPositionDraft(history: PriceHistory, currentDay: number | undefined): PositionDraft | null {
  const { days } = selectValidDays(history, currentDay);
  const last = days.at(-1);
  return last ? { history, days, price: last.price, date: toIsoDate(last.day), money: 0, share: 0 } : null;
}

/**
 * Converts shares to money. If there are amounts too, shares that add up to 100% or more are ignored. Returns the total
 * value. If no asset has an amount, `unassignedMoney` is the total (null if it is 0), and only the ratios of the
 * drafts' money are meaningful.
 */
function resolveTotal(
  drafts: readonly PositionDraft[],
  unassignedMoney: number,
  notes: string[],
): number | null {
  const money = drafts.reduce((sum, draft) => sum + draft.money, 0);
  const share = drafts.reduce((sum, draft) => sum + draft.share, 0);
  if (money > 0) {
    if (unassignedMoney > 0)
      notes.push(
        `$${Math.round(unassignedMoney).toLocaleString("en")} without an asset was treated as cash and left out.`,
      );
    if (share >= 1)
      notes.push(
        "The percentages add up to 100% or more, which leaves no room for the amounts, so the percentages were ignored.",
      );
    else if (share > 0) {
      notes.push(
        `The percentages (${formatPercent(share)} in total) apply to the whole portfolio; the amounts make up the rest.`,
      );
      for (const draft of drafts) draft.money += (draft.share * money) / (1 - share);
      return money / (1 - share);
    }
    return money;
  }
  if (share > 0) {
    // Shares in a table may be fractions, which add up to 1% when read as percentages.
    const isComplete = Math.abs(share - 1) <= 0.005 || Math.abs(share - 0.01) <= 0.00005;
    if (!isComplete)
      notes.push(`The percentages add up to ${formatPercent(share)}, so they were scaled to 100%.`);
    for (const draft of drafts) draft.money = draft.share;
  } else if (drafts.length > 1) notes.push("You gave no amounts, so equal weights were used.");
  return unassignedMoney > 0 ? unassignedMoney : null;
}
