import { formatList } from "#core/format-list.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { formatPercent } from "../outlook/wording.ts";
import type { LimitRequest } from "./holdings.ts";
import { findLimitConflict, type Limits, sum } from "./limits.ts";

/**
 * The default maximum weight of an asset. Applies to portfolios of three or more assets. If the input asks for less
 * risk, it also applies to portfolios of two, but an asset that already has a higher weight may retain it.
 */
export const DEFAULT_HIGH = 0.6;

export interface LimitedAsset {
  readonly history: PriceHistory;
  readonly weight: number;
  /** Whether its dollar price hardly moves, like a stablecoin's. */
  readonly isStable: boolean;
}

/**
 * Finds each asset's limits: the strictest ones given for it, otherwise those for all assets, otherwise the default.
 * If some assets aren't stable, the share of a stable one doesn't change unless a limit names it or rules out that
 * share. Minimizing risk would put everything into stable assets, but how much of them to own is a question of risk
 * tolerance, not of diversification. With `wantsLessRisk`, the default also applies to two assets, because the least
 * risky portfolio would often contain only one of them. `isDefault`: whether no maximum was given and our default is
 * the maximum of at least one asset. `problem`: why no allocation satisfies the limits; null if one does.
 */
export function resolveLimits(
  assets: readonly LimitedAsset[],
  givenLimits: readonly LimitRequest[],
  { wantsLessRisk = false } = {},
) {
  const requests = givenLimits.flatMap((request) =>
    request.isForStablecoins ? splitLimit(request, assets) : request,
  );
  const findStrictest = (side: "high" | "low", history: PriceHistory | null) => {
    const shares = requests
      .filter((request) => request.side === side && request.history === history)
      .map(({ share }) => share);
    return shares.length === 0 ? null : side === "high" ? Math.min(...shares) : Math.max(...shares);
  };
  const low = assets.map(({ history }) => findStrictest("low", history) ?? findStrictest("low", null) ?? 0);
  const givenHighs = assets.map(
    ({ history }) => findStrictest("high", history) ?? findStrictest("high", null),
  );
  let high = assets.map(({ weight }, asset) => {
    const pairHigh = wantsLessRisk ? Math.max(DEFAULT_HIGH, weight) : 1;
    const defaultHigh = assets.length >= 3 ? DEFAULT_HIGH : pairHigh;
    return givenHighs[asset] ?? Math.max(defaultHigh, low[asset] ?? 0);
  });
  const fixedFlags = assets.map(({ history, isStable }) => {
    const isNamed = findStrictest("low", history) !== null || findStrictest("high", history) !== null;
    return isStable && !isNamed && assets.some((asset) => !asset.isStable);
  });
  const fixStable = (limits: Limits): Limits => {
    const fix = (bound: number, asset: number) =>
      fixedFlags[asset]
        ? Math.min(givenHighs[asset] ?? 1, Math.max(limits.low[asset] ?? 0, assets[asset]?.weight ?? 0))
        : bound;
    return { low: limits.low.map(fix), high: limits.high.map(fix) };
  };
  // The user didn't ask for the default, so it is dropped if it makes the other limits infeasible.
  if (findLimitConflict(fixStable({ low, high })) === "too-low") high = givenHighs.map((share) => share ?? 1);
  const fixedLimits = fixStable({ low, high });
  const limits = findLimitConflict(fixedLimits) === null ? fixedLimits : { low, high };
  const histories = assets.map(({ history }) => history);
  return {
    limits,
    description: describeLimits(histories, limits),
    isDefault:
      givenHighs.every((share) => share === null) &&
      limits.high.includes(DEFAULT_HIGH) &&
      !fixedFlags.every(Boolean),
    problem: findProblem(histories, limits),
  };
}

function splitLimit(request: LimitRequest, assets: readonly LimitedAsset[]): LimitRequest[] {
  const stableAssets = assets.filter(({ isStable }) => isStable);
  const total = stableAssets.reduce((sum, { weight }) => sum + weight, 0);
  return stableAssets.map(({ history, weight }) => ({
    ...request,
    history,
    share: request.share * (total > 0 ? weight / total : 1 / stableAssets.length),
  }));
}

function describeLimits(histories: readonly PriceHistory[], { low, high }: Limits): string {
  const groups = Map.groupBy(histories, (_, index) => {
    const [min, max] = [low[index] ?? 0, high[index] ?? 1];
    return min === max
      ? `fixed at ${formatPercent(min)}`
      : `${formatPercent(min, 0)} to ${formatPercent(max, 0)}`;
  });
  if (groups.size === 1) return `each asset ${[...groups.keys()][0]}`;
  return [...groups]
    .map(([range, group]) => `${formatList(group.map(({ symbol }) => symbol))} ${range}`)
    .join("; ");
}

function findProblem(histories: readonly PriceHistory[], limits: Limits): string | null {
  const { low, high } = limits;
  const formatTotal = (shares: readonly number[]) => formatPercent(sum(shares), 0);
  const index = low.findIndex((min, asset) => min > (high[asset] ?? 1));
  switch (findLimitConflict(limits)) {
    case "crossed":
      return `The limits contradict each other: ${histories[index]?.symbol} is limited to at least ${formatPercent(low[index] ?? 0, 0)} and at most ${formatPercent(high[index] ?? 0, 0)}.`;
    case "too-low":
      return `The limits can't be met: the maximums add up to only ${formatTotal(high)}. Raise a limit or add another asset.`;
    case "too-high":
      return `The limits can't be met: the minimums add up to ${formatTotal(low)}. Lower one of them.`;
    case null:
      return null;
  }
}
