import type { PriceHistory } from "../analysis.ts";
import { writeList, writePercent } from "../outlook/wording.ts";
import type { LimitWish } from "./holdings.ts";
import { findInfeasible, type Limits } from "./limits.ts";

/** The default maximum per asset in portfolios of three or more. */
const USUAL_HIGH = 0.6;

export interface SetLimits {
  readonly limits: Limits;
  /** The limits as text. */
  readonly said: string;
  /** One sentence on why no allocation satisfies them; null if one does. */
  readonly problem: string | null;
}

/** The data that limits for one asset depend on. */
export interface Limited {
  readonly history: PriceHistory;
  /** Today's share of the portfolio. */
  readonly weight: number;
  /** Hardly moves against the dollar. */
  readonly isSteady: boolean;
}

/**
 * Each asset's limits: the strictest one given for it, else the one for all assets, else the default. Steady assets
 * keep their share unless a limit names them: minimizing risk would otherwise put everything into them, and how much
 * to hold is a question of risk appetite, not diversification.
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
  // The default limit is ours, so it yields if it makes the rest infeasible.
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
        ? `fixed at ${writePercent(least)}`
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
      return `The limits contradict each other: ${assets[at]?.symbol} is limited to at least ${writePercent(low[at] ?? 0, 0)} and at most ${writePercent(high[at] ?? 0, 0)}.`;
    case "too-low":
      return `The limits can't be met: the maximums add up to only ${total(high)}. Raise a limit or add another asset.`;
    case "too-high":
      return `The limits can't be met: the minimums add up to ${total(low)}. Lower one of them.`;
    case null:
      return null;
  }
}
