import type { AssetPrices } from "#core/market/assets.ts";
import { type Portfolio, valuePortfolio } from "#core/wallet/portfolio.ts";
import type { Balances } from "./read-balances.ts";

export interface ValuedBalances {
  readonly portfolio: Portfolio;
  /** What the total does not hold, in a few words to stand beside it; null where it holds all that is listed. */
  readonly missing: string | null;
  /** The same in sentences. */
  readonly note: string | null;
}

/** What an account really has is worth. */
export function valueBalances(balances: Balances, prices: AssetPrices): ValuedBalances {
  const { native, tokens, hasTokens, unread } = balances;
  const portfolio = valuePortfolio([native, ...tokens], prices, { isReal: true });
  const unpriced = portfolio.total === null ? 0 : portfolio.unpriced;
  const said = [
    unpriced > 0 && {
      short: `${unpriced} unpriced`,
      long: `${unpriced === 1 ? "1 holding is" : `${unpriced} holdings are`} unpriced and not in the total.`,
    },
    !hasTokens && {
      short: "tokens not read",
      long: "Tokens could not be read on this network: only its own coin is counted.",
    },
    unread.length > 0 && {
      short: `${unread.length} not read`,
      long: `Tokens that did not answer: ${namesOf(unread)}.`,
    },
  ].filter((one) => one !== false);
  if (said.length === 0) return { portfolio, missing: null, note: null };
  return {
    portfolio,
    missing: said.map(({ short }) => short).join(", "),
    note: said.map(({ long }) => long).join(" "),
  };
}

const NAMED = 5;

function namesOf(symbols: readonly string[]): string {
  const named = symbols.slice(0, NAMED).join(", ");
  return symbols.length > NAMED ? `${named} and ${symbols.length - NAMED} more of the list` : named;
}
