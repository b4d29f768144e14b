import type { AssetPrices } from "#core/market/assets.ts";
import { toNumber } from "./amounts.ts";

/** What somebody has of an asset. */
export interface Holding {
  readonly symbol: string;
  readonly name: string;
  /** The token's contract; null for the chain's own coin and in the sample. */
  readonly address: string | null;
  /** In the smallest units. */
  readonly units: bigint;
  readonly decimals: number;
  /** The asset of core/market whose price counts; null: unpriced. */
  readonly asset: string | null;
}

export interface ValuedHolding extends Holding {
  /** In US dollars; null: unpriced. */
  readonly price: number | null;
  readonly value: number | null;
  /** Against 24 hours before; null when it is not known. */
  readonly changePercent: number | null;
  /** Of the priced total, from 0 to 1; null: unpriced. */
  readonly share: number | null;
}

export interface Portfolio {
  /** The most valuable first, then the unpriced. */
  readonly holdings: readonly ValuedHolding[];
  /** In US dollars, of what is priced; null where nothing is. */
  readonly total: number | null;
  /** Of what has a known change; null where nothing has. */
  readonly changePercent: number | null;
  readonly unpriced: number;
}

/**
 * What holdings are worth. A sample price values sample holdings only: `isReal` ones stay unpriced until there is a
 * source, as a real balance times a made-up price is a made-up figure that looks real.
 */
export function valuePortfolio(
  holdings: readonly Holding[],
  { prices, isSample }: AssetPrices,
  { isReal }: { readonly isReal: boolean },
): Portfolio {
  const known = new Map(isReal && isSample ? [] : prices.map((price) => [price.symbol, price]));
  const valued = holdings.map((holding) => {
    const price = holding.asset === null ? undefined : known.get(holding.asset);
    return {
      ...holding,
      price: price?.price ?? null,
      value: price ? toNumber(holding.units, holding.decimals) * price.price : null,
      changePercent: price?.changePercent ?? null,
    };
  });
  const priced = valued.filter(({ value }) => value !== null);
  const total = priced.length === 0 ? null : sum(priced.map(({ value }) => value ?? 0));
  return {
    holdings: valued
      .map((one) => ({ ...one, share: one.value === null || !total ? null : one.value / total }))
      .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.symbol.localeCompare(b.symbol)),
    total,
    changePercent: changeOf(valued),
    unpriced: valued.length - priced.length,
  };
}

/** The change of the sum, not the mean of the changes. */
function changeOf(
  holdings: readonly { readonly value: number | null; readonly changePercent: number | null }[],
): number | null {
  let now = 0;
  let before = 0;
  for (const { value, changePercent } of holdings) {
    if (value === null || changePercent === null || changePercent <= -100) continue;
    now += value;
    before += value / (1 + changePercent / 100);
  }
  return before > 0 ? (now / before - 1) * 100 : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
