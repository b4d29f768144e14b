import type { AssetPrices } from "#core/market/assets.ts";
import { toNumber } from "./amounts.ts";

export interface Holding {
  readonly symbol: string;
  readonly name: string;
  /** The token's contract; null for native coins and in the sample. */
  readonly address: string | null;
  /** In the smallest units. */
  readonly units: bigint;
  readonly decimals: number;
  /** The asset of core/market that determines the price; null if unpriced. */
  readonly asset: string | null;
}

export interface ValuedHolding extends Holding {
  /** In US dollars; null if unpriced. */
  readonly price: number | null;
  readonly value: number | null;
  /** Over 24 hours; null if unknown. */
  readonly changePercent: number | null;
  /** Share of the total, from 0 to 1; null if unpriced, or if the total is 0. */
  readonly share: number | null;
}

export interface Portfolio {
  /** Most valuable first, followed by unpriced ones. */
  readonly holdings: readonly ValuedHolding[];
  /** In US dollars, without unpriced holdings; null if nothing is priced. */
  readonly total: number | null;
  /** Includes only holdings with a known change; null if there are none. */
  readonly changePercent: number | null;
  /** The number of unpriced holdings. */
  readonly unpricedCount: number;
}

/** Values a portfolio. Real balances get no sample prices, because the made-up values would look real. */
export function valuePortfolio(
  holdings: readonly Holding[],
  { prices, isSample }: AssetPrices,
  { isReal }: { readonly isReal: boolean },
): Portfolio {
  const pricesBySymbol = new Map(isReal && isSample ? [] : prices.map((price) => [price.symbol, price]));
  const valuedHoldings = holdings.map((holding) => {
    const price = holding.asset === null ? undefined : pricesBySymbol.get(holding.asset);
    return {
      ...holding,
      price: price?.price ?? null,
      value: price ? toNumber(holding.units, holding.decimals) * price.price : null,
      changePercent: price?.changePercent ?? null,
    };
  });
  const pricedHoldings = valuedHoldings.filter(({ value }) => value !== null);
  const total = pricedHoldings.length === 0 ? null : sum(pricedHoldings.map(({ value }) => value ?? 0));
  return {
    holdings: valuedHoldings
      .map((holding) => ({
        ...holding,
        share: holding.value === null || !total ? null : holding.value / total,
      }))
      .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.symbol.localeCompare(b.symbol)),
    total,
    changePercent: computeChange(valuedHoldings),
    unpricedCount: valuedHoldings.length - pricedHoldings.length,
  };
}

/** Computes the change of the total, rather than the average of the changes. */
function computeChange(
  holdings: readonly { readonly value: number | null; readonly changePercent: number | null }[],
): number | null {
  let valueNow = 0;
  let valueBefore = 0;
  for (const { value, changePercent } of holdings) {
    if (value === null || changePercent === null || changePercent <= -100) continue;
    valueNow += value;
    valueBefore += value / (1 + changePercent / 100);
  }
  return valueBefore > 0 ? (valueNow / valueBefore - 1) * 100 : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
