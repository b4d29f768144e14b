import { cumulativeStdNormalProbability } from "simple-statistics";
import type { AssetOutlook } from "./compute-outlook.ts";
import type { PriceTarget } from "./parse-target.ts";

/**
 * Prices are recorded once a day, so a price that is touched between two records goes unseen. To correct for that, the
 * target is moved away by the average overshoot, in daily standard deviations (Broadie, Glasserman and Kou 1997).
 */
const OVERSHOOT = 0.5826;

/**
 * Rates a target; null if that isn't possible. `chance`: the chance that it is met, from the forecast's own
 * distribution. The model's forecast has a trend, for which the chance of touching a price on the way isn't known, so
 * its targets are rated by the price on the last day. But the chance of staying above or below a price is 0 if the last
 * recorded price isn't on that side. `price`: in dollars. `pastShare`: the share of past periods of the same length
 * that met a target this far away; null if there are too few days.
 */
export function rateTarget(outlook: AssetOutlook, target: PriceTarget) {
  const { forecast, lastPrice, horizon, usesModel } = outlook;
  const price = target.isRelative ? target.value * lastPrice : target.value;
  if (forecast === null || outlook.traits.isConstant || target.isForeign || !(price > 0)) return null;
  const kind = usesModel ? getLastDayKind(target.kind, price, lastPrice) : target.kind;
  const expectedLog = forecast.expectedLogs[horizon - 1] ?? 0;
  const { deviations } = forecast.bands;
  const distance = Math.log(price) - expectedLog;
  const endDeviation = deviations[horizon - 1] ?? 0;
  const chanceAbove = 1 - cumulativeStdNormalProbability(distance / endDeviation);
  const getTouchChance = () => computeTouchChance(distance, deviations.subarray(0, horizon));
  const chance = {
    above: () => chanceAbove,
    below: () => 1 - chanceAbove,
    touch: getTouchChance,
    staysAbove: () => (price >= lastPrice ? 0 : 1 - getTouchChance()),
    staysBelow: () => (price <= lastPrice ? 0 : 1 - getTouchChance()),
  }[kind]();
  return { price, kind, chance, pastShare: measurePastShare(outlook, kind, Math.log(price / lastPrice)) };
}

function getLastDayKind(kind: PriceTarget["kind"], price: number, lastPrice: number): PriceTarget["kind"] {
  if (kind === "touch") return price >= lastPrice ? "above" : "below";
  if (kind === "staysAbove" && price < lastPrice) return "above";
  if (kind === "staysBelow" && price > lastPrice) return "below";
  return kind;
}

/** The chance that a price at this distance is touched at least once, on a path without drift (reflection principle). */
export function computeTouchChance(distance: number, deviations: Float64Array): number {
  const shiftedDistance = Math.abs(distance) + OVERSHOOT * (deviations[0] ?? 0);
  return Math.min(1, 2 * (1 - cumulativeStdNormalProbability(shiftedDistance / (deviations.at(-1) ?? 0))));
}

/**
 * The share of past periods of `horizon` days that met a target of this kind and distance. `distance`: how far the
 * target is from the price at the start of a period, in log prices.
 */
function measurePastShare(
  { series: { logs }, horizon }: AssetOutlook,
  kind: PriceTarget["kind"],
  distance: number,
): number | null {
  const periodCount = logs.length - horizon;
  if (periodCount < horizon) return null;
  let metCount = 0;
  for (let start = 0; start < periodCount; start += 1) {
    const startLog = logs[start] ?? 0;
    const path = logs.subarray(start + 1, start + horizon + 1);
    const totalChange = (path.at(-1) ?? 0) - startLog;
    const isMet = {
      above: () => totalChange >= distance,
      below: () => totalChange <= distance,
      touch: () =>
        path.some((log) => (distance > 0 ? log - startLog >= distance : log - startLog <= distance)),
      staysAbove: () => path.every((log) => log - startLog >= distance),
      staysBelow: () => path.every((log) => log - startLog <= distance),
    }[kind]();
    if (isMet) metCount += 1;
  }
  return metCount / periodCount;
}
