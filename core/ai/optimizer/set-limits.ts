import type { PriceHistory } from "../analysis.ts";
import { writeList, writePercent } from "../outlook/wording.ts";
import type { LimitWish } from "./holdings.ts";
import { findInfeasible, type Limits } from "./limits.ts";

/** No asset of three or more gets more than this unless the input says so. */
const USUAL_HIGH = 0.6;

export interface SetLimits {
  readonly limits: Limits;
  /** The limits in words. */
  readonly said: string;
  /** Why no allocation can meet them, in a sentence; null where one can. */
  readonly problem: string | null;
}

/** Each asset's limits by the wishes: the strictest of an asset's own, else the one for all, else the usual. */
export function setLimits(assets: readonly PriceHistory[], wishes: readonly LimitWish[]): SetLimits {
  const wished = (side: "high" | "low", asset: PriceHistory | null) => {
    const shares = wishes
      .filter((wish) => wish.side === side && wish.history === asset)
      .map(({ share }) => share);
    return shares.length === 0 ? null : side === "high" ? Math.min(...shares) : Math.max(...shares);
  };
  const low = assets.map((asset) => wished("low", asset) ?? wished("low", null) ?? 0);
  const own = assets.map((asset) => wished("high", asset) ?? wished("high", null));
  const usual = assets.length >= 3 ? USUAL_HIGH : 1;
  let high = own.map((share, asset) => share ?? Math.max(usual, low[asset] ?? 0));
  // The usual limit is ours: it gives way where the wishes leave no other room.
  const isWidened = findInfeasible({ low, high }) === "too-low" && own.includes(null);
  if (isWidened) high = own.map((share) => share ?? 1);
  const limits = { low, high };
  return { limits, said: sayLimits(assets, limits), problem: findProblem(assets, limits) };
}

function sayLimits(assets: readonly PriceHistory[], { low, high }: Limits): string {
  const groups = new Map<string, string[]>();
  for (const [at, { symbol }] of assets.entries()) {
    const range = `${writePercent(low[at] ?? 0, 0)} to ${writePercent(high[at] ?? 1, 0)}`;
    groups.set(range, [...(groups.get(range) ?? []), symbol]);
  }
  if (groups.size === 1) return `each asset ${[...groups.keys()][0]}`;
  return [...groups].map(([range, symbols]) => `${writeList(symbols)} ${range}`).join("; ");
}

function findProblem(assets: readonly PriceHistory[], limits: Limits): string | null {
  const { low, high } = limits;
  const total = (shares: readonly number[]) =>
    writePercent(
      shares.reduce((sum, share) => sum + share, 0),
      0,
    );
  const crossed = assets.find((_, at) => (low[at] ?? 0) > (high[at] ?? 1));
  switch (findInfeasible(limits)) {
    case "crossed":
      return `The limits contradict each other: ${crossed?.symbol} is to have at least ${writePercent(low[assets.indexOf(crossed as PriceHistory)] ?? 0, 0)} and at most ${writePercent(high[assets.indexOf(crossed as PriceHistory)] ?? 0, 0)}.`;
    case "too-low":
      return `The limits cannot be met: the most that the assets may have comes to ${total(high)} in all, and the whole is 100%. Raise a limit or name another asset.`;
    case "too-high":
      return `The limits cannot be met: the least that the assets must have comes to ${total(low)} in all, and the whole is 100%. Lower one of them.`;
    case null:
      return null;
  }
}
