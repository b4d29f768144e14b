import type { PriceHistory } from "../analysis.ts";
import { writeList, writePercent } from "../outlook/wording.ts";
import type { LimitRequest } from "./holdings.ts";
import { findInfeasible, type Limits } from "./limits.ts";

/** The default maximum per asset in portfolios of three or more. */
const DEFAULT_HIGH = 0.6;

export interface AppliedLimits {
  readonly limits: Limits;
  /** The limits as text. */
  readonly description: string;
  /** One sentence on why no allocation satisfies them; null if one does. */
  readonly problem: string | null;
}

/** The data that limits for one asset depend on. */
export interface LimitedAsset {
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
export function applyLimits(
  assets: readonly LimitedAsset[],
  requests: readonly LimitRequest[],
): AppliedLimits {
  const findStrictest = (side: "high" | "low", asset: PriceHistory | null) => {
    const shares = requests
      .filter((request) => request.side === side && request.history === asset)
      .map(({ share }) => share);
    return shares.length === 0 ? null : side === "high" ? Math.min(...shares) : Math.max(...shares);
  };
  const low = assets.map(({ history }) => findStrictest("low", history) ?? findStrictest("low", null) ?? 0);
  const own = assets.map(({ history }) => findStrictest("high", history) ?? findStrictest("high", null));
  const defaultHigh = assets.length >= 3 ? DEFAULT_HIGH : 1;
  let high = own.map((share, asset) => share ?? Math.max(defaultHigh, low[asset] ?? 0));
  const isFixed = assets.map(({ history, isSteady }) => {
    const isNamed = findStrictest("low", history) !== null || findStrictest("high", history) !== null;
    return isSteady && !isNamed && assets.some((asset) => !asset.isSteady);
  });
  const fixSteady = (limits: Limits): Limits => {
    const fixed = assets.map(({ weight }, asset) =>
      Math.min(own[asset] ?? 1, Math.max(limits.low[asset] ?? 0, weight)),
    );
    return {
      low: limits.low.map((least, asset) => (isFixed[asset] ? (fixed[asset] ?? 0) : least)),
      high: limits.high.map((most, asset) => (isFixed[asset] ? (fixed[asset] ?? 1) : most)),
    };
  };
  // The default limit is ours, so it yields if it makes the rest infeasible.
  if (findInfeasible(fixSteady({ low, high })) === "too-low") high = own.map((share) => share ?? 1);
  const limits = findInfeasible(fixSteady({ low, high })) === null ? fixSteady({ low, high }) : { low, high };
  const histories = assets.map(({ history }) => history);
  return { limits, description: describeLimits(histories, limits), problem: findProblem(histories, limits) };
}

function describeLimits(assets: readonly PriceHistory[], { low, high }: Limits): string {
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
