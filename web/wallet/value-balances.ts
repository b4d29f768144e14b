import type { AssetPrices } from "#core/market/assets.ts";
import { type Portfolio, valuePortfolio } from "#core/wallet/portfolio.ts";
import type { Balances } from "./read-balances.ts";

export interface ValuedBalances {
  readonly portfolio: Portfolio;
  /** What the total does not hold, in a sentence; null where it holds all that is listed. */
  readonly note: string | null;
}

/** What an account really has is worth. */
export function valueBalances(balances: Balances, prices: AssetPrices): ValuedBalances {
  const { native, tokens, hasTokens, unread } = balances;
  const portfolio = valuePortfolio([native, ...tokens], prices, { isReal: true });
  const said = [
    portfolio.total !== null && portfolio.unpriced > 0
      ? `${portfolio.unpriced === 1 ? "1 holding is" : `${portfolio.unpriced} holdings are`} unpriced and not in the total.`
      : null,
    hasTokens ? null : "Tokens could not be read on this network: only its own coin is counted.",
    unread.length > 0 ? `Tokens that did not answer: ${namesOf(unread)}.` : null,
  ].filter((one) => one !== null);
  return { portfolio, note: said.length > 0 ? said.join(" ") : null };
}

const NAMED = 5;

function namesOf(symbols: readonly string[]): string {
  const named = symbols.slice(0, NAMED).join(", ");
  return symbols.length > NAMED ? `${named} and ${symbols.length - NAMED} more of the list` : named;
}
