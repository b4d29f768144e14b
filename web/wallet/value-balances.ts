import type { AssetPrices } from "#core/market/assets.ts";
import { type Portfolio, valuePortfolio } from "#core/wallet/portfolio.ts";
import type { Balances } from "./read-balances.ts";

export interface ValuedBalances {
  readonly portfolio: Portfolio;
  /** What is missing from the total, in a few words; null if nothing is. */
  readonly missing: string | null;
  /** The same in sentences. */
  readonly note: string | null;
}

export function valueBalances(balances: Balances, prices: AssetPrices): ValuedBalances {
  const { native, tokens, hasTokens, unread } = balances;
  const portfolio = valuePortfolio([native, ...tokens], prices, { isReal: true });
  const unpriced = portfolio.total === null ? 0 : portfolio.unpriced;
  const gaps = [
    unpriced > 0 && {
      short: `${unpriced} unpriced`,
      long: `${unpriced === 1 ? "1 holding is" : `${unpriced} holdings are`} unpriced and not included in the total.`,
    },
    !hasTokens && {
      short: "tokens not read",
      long: "Couldn't read tokens on this network. Only its native coin is counted.",
    },
    unread.length > 0 && {
      short: `${unread.length} not read`,
      long: `Tokens that couldn't be read: ${listNames(unread)}.`,
    },
  ].filter((one) => one !== false);
  if (gaps.length === 0) return { portfolio, missing: null, note: null };
  return {
    portfolio,
    missing: gaps.map(({ short }) => short).join(", "),
    note: gaps.map(({ long }) => long).join(" "),
  };
}

const NAMED = 5;

function listNames(symbols: readonly string[]): string {
  const named = symbols.slice(0, NAMED).join(", ");
  return symbols.length > NAMED ? `${named} and ${symbols.length - NAMED} more` : named;
}
