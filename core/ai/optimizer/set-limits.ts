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

/** What limits are set by, for one asset. */
export interface Limited {
  readonly history: PriceHistory;
  /** Today's part of the whole. */
  readonly weight: number;
  /** Hardly moves against the dollar. */
  readonly isSteady: boolean;
}

/**
 * Each asset's limits by the wishes: the strictest of an asset's own, else the one for all, else the usual. How much to
 * keep in steady assets is a question of how much risk is wanted, not of spreading it, and any rule that looks at risk
 * alone would put all into them: so their part stays as it is, unless a wish names them.
 */
export function setLimits(assets: readonly Limited[], wishes: readonly LimitWish[]): SetLimits {
  const wished = (side: "high" | "low", asset: PriceHistory | null) => {
    const shares = wishes
      .filter((wish) => wish.side === side && wish.history === asset)
      .map(({ share }) => share);
    return shares.length === 0 ? null : side === "high" ? Math.min(...shares) : Math.max(...shares);
  };
  const low = assets.map(({ history }) => wished("low", history) ?? wished("low", null) ?? 0);
  const own = assets.map(({ history }) => wished("high", history) ?? wished("high", null));
  const usual = assets.length >= 3 ? USUAL_HIGH : 1;
  let high = own.map((share, asset) => share ?? Math.max(usual, low[asset] ?? 0));
  const isKept = assets.map(({ history, isSteady }) => {
    const isNamed = wished("low", history) !== null || wished("high", history) !== null;
    return isSteady && !isNamed && assets.some((asset) => !asset.isSteady);
  });
  const keep = (limits: Limits): Limits => {
    const kept = assets.map(({ weight }, asset) =>
      Math.min(own[asset] ?? 1, Math.max(limits.low[asset] ?? 0, weight)),
    );
    return {
      low: limits.low.map((least, asset) => (isKept[asset] ? (kept[asset] ?? 0) : least)),
      high: limits.high.map((most, asset) => (isKept[asset] ? (kept[asset] ?? 1) : most)),
    };
  };
  // The usual limit is ours: it gives way where there is no other room.
  if (findInfeasible(keep({ low, high })) === "too-low") high = own.map((share) => share ?? 1);
  const limits = findInfeasible(keep({ low, high })) === null ? keep({ low, high }) : { low, high };
  const histories = assets.map(({ history }) => history);
  return { limits, said: sayLimits(histories, limits), problem: findProblem(histories, limits) };
}

function sayLimits(assets: readonly PriceHistory[], { low, high }: Limits): string {
  const groups = new Map<string, string[]>();
  for (const [at, { symbol }] of assets.entries()) {
    const [least, most] = [low[at] ?? 0, high[at] ?? 1];
    const range =
      least === most
        ? `kept at ${writePercent(least)}`
        : `${writePercent(least, 0)} to ${writePercent(most, 0)}`;
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
  const at = low.findIndex((least, asset) => least > (high[asset] ?? 1));
  switch (findInfeasible(limits)) {
    case "crossed":
      return `The limits contradict each other: ${assets[at]?.symbol} is to have at least ${writePercent(low[at] ?? 0, 0)} and at most ${writePercent(high[at] ?? 0, 0)}.`;
    case "too-low":
      return `The limits cannot be met: the most that the assets may have comes to ${total(high)} in all, and the whole is 100%. Raise a limit or name another asset.`;
    case "too-high":
      return `The limits cannot be met: the least that the assets must have comes to ${total(low)} in all, and the whole is 100%. Lower one of them.`;
    case null:
      return null;
  }
}
