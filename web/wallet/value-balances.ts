import { formatList } from "#core/format-list.ts";
import type { AssetPrices } from "#core/market/assets.ts";
import { type Portfolio, valuePortfolio } from "#core/wallet/portfolio.ts";
import type { Balances } from "./read-balances.ts";

export interface ValuedBalances {
  readonly portfolio: Portfolio;
  /** What is missing from the total, in a few words; null if nothing is. */
  readonly shortNote: string | null;
  /** What is missing from the total, in sentences; null if nothing is. */
  readonly note: string | null;
}

export function valueBalances(balances: Balances, prices: AssetPrices): ValuedBalances {
  const { native, tokens, areTokensKnown, unreadableTokens } = balances;
  const portfolio = valuePortfolio([native, ...tokens], prices, { isReal: true });
  const unpricedCount = portfolio.total === null ? 0 : portfolio.unpricedCount;
  const gaps = [
    unpricedCount > 0 && {
      short: `${unpricedCount} without a price`,
      long: `${unpricedCount === 1 ? "1 asset has no price and isn't" : `${unpricedCount} assets have no price and aren't`} included in the total.`,
    },
    !areTokensKnown && {
      short: "tokens unavailable",
      long: "Couldn't read tokens on this network. Only its native coin is counted.",
    },
    unreadableTokens.length > 0 && {
      short: `${unreadableTokens.length} unavailable`,
      long: `Tokens that couldn't be read: ${listNames(unreadableTokens)}.`,
    },
  ].filter((gap) => gap !== false);
  if (gaps.length === 0) return { portfolio, shortNote: null, note: null };
  return {
    portfolio,
    shortNote: gaps.map(({ short }) => short).join(", "),
    note: gaps.map(({ long }) => long).join(" "),
  };
}

const LISTED_NAMES_MAX = 5;

function listNames(symbols: readonly string[]): string {
  if (symbols.length <= LISTED_NAMES_MAX) return formatList(symbols);
  const names = symbols.slice(0, LISTED_NAMES_MAX).join(", ");
  return `${names} and ${symbols.length - LISTED_NAMES_MAX} more`;
}
