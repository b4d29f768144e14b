import { formatCount } from "#core/format-count.ts";
import { writeList, writePercent, writePlain, writeSignedPercent } from "../outlook/wording.ts";
import type { Proposal } from "./prepare-proposal.ts";
import { riskParts } from "./risk-parity.ts";
import { countEffectiveAssets, type Study } from "./study-portfolio.ts";

const WAYS = {
  balanced:
    "Risk parity gives each asset the same share of the risk, as far as the limits allow. It needs no forecast of returns, the least certain figures here.",
  calmest:
    "Minimum variance, because risk parity would be much riskier than today's portfolio. It needs no forecast of returns, the least certain figures here.",
} as const;

/** The reasons for the proposal, in figures. */
export function writeReasons(
  { positions, limits, steady }: Proposal,
  { candidates, proposal, check, market }: Study,
): string[] {
  const { now } = candidates;
  const then = candidates[proposal];
  const change = then.risk / now.risk - 1;
  const risk =
    Math.abs(change) < 0.01
      ? `Its risk is the same as today's: ${writePercent(then.risk, 0)} a year.`
      : `Its risk is ${writePercent(then.risk, 0)} a year, compared with ${writePercent(now.risk, 0)} today: ${writePercent(Math.abs(change), 0)} ${change < 0 ? "less" : "more"}${change > 0 && proposal === "balanced" ? ", the price of spreading across more assets" : ""}.`;
  const symbol = (asset: number) => writePlain(positions[asset]?.history.symbol ?? "", 20);
  const [parts, partsThen] = [riskParts(market, now), riskParts(market, then)];
  const top = parts.indexOf(Math.max(...parts));
  const reasons = [
    WAYS[proposal],
    risk,
    `${symbol(top)} contributes ${writePercent(parts[top] ?? 0, 0)} of today's risk and would contribute ${writePercent(partsThen[top] ?? 0, 0)}. Today's portfolio is as diversified as ${countEffectiveAssets(now.weights).toFixed(1)} equally weighted assets, the proposal as ${countEffectiveAssets(then.weights).toFixed(1)}.`,
  ];
  const above = positions.flatMap(({ weight }, asset) => {
    const high = limits.limits.high[asset] ?? 1;
    return weight > high + 1e-9
      ? [`${symbol(asset)} (${writePercent(weight, 0)}, limit ${writePercent(high, 0)})`]
      : [];
  });
  if (above.length > 0)
    reasons.push(
      `Above the limit today: ${writeList(above)}.${change > 0.01 ? " That limit raises the risk; set a higher one to keep more." : ""}`,
    );
  const unchanged = steady.flatMap((isSteady, asset) => {
    const isFixed = limits.limits.low[asset] === limits.limits.high[asset];
    const stays = isFixed && Math.abs((now.weights[asset] ?? 0) - (limits.limits.low[asset] ?? 0)) < 1e-9;
    return isSteady && stays && (now.weights[asset] ?? 0) > 0 ? [symbol(asset)] : [];
  });
  if (unchanged.length > 0)
    reasons.push(
      `The share of ${writeList(unchanged)} is unchanged: its price hardly moves, so how much to hold depends on how much risk you want, not on diversification. To change that, set a limit ("${unchanged[0]} at least 20%").`,
    );
  if (steady.filter((isSteady) => !isSteady).length === 1)
    reasons.push("Only one asset here moves, so there is nothing to diversify with. Add another one.");
  const [its, todays] = [check?.outcomes[proposal], check?.outcomes.now];
  if (check && its && todays)
    reasons.push(
      `Chosen from the first ${formatCount(check.fittedDays, "day")}, it had a risk of ${writePercent(its.risk, 0)} in the ${formatCount(check.days, "day")} after that (today's weights: ${writePercent(todays.risk, 0)}) and returned ${writeSignedPercent(its.gain, 0)} (today's weights: ${writeSignedPercent(todays.gain, 0)}).`,
    );
  return reasons;
}

/** What can go wrong, in figures. */
export function writeRisks({ positions, limits }: Proposal, study: Study): string[] {
  const { market, candidates, proposal, gainErrors } = study;
  const then = candidates[proposal];
  const symbol = (asset: number) => writePlain(positions[asset]?.history.symbol ?? "", 20);
  const risks = [writeCorrelation(study, symbol)];
  const top = then.weights.indexOf(Math.max(...then.weights));
  if ((then.weights[top] ?? 0) > 0.4)
    risks.push(
      `Concentration: ${symbol(top)} is ${writePercent(then.weights[top] ?? 0, 0)} of the proposal.`,
    );
  const atLimit = then.weights.flatMap((weight, asset) => {
    const [low, high] = [limits.limits.low[asset] ?? 0, limits.limits.high[asset] ?? 1];
    if (low === high) return [];
    const isHigh = weight >= high - 1e-6 && weight < 1 - 1e-6;
    const isLow = weight <= low + 1e-6 && weight > 1e-6;
    return isHigh || isLow ? [symbol(asset)] : [];
  });
  if (atLimit.length > 0) risks.push(`Set by its limit, not by the calculation: ${writeList(atLimit)}.`);
  const order = then.weights
    .map((_, asset) => asset)
    .sort((a, b) => (then.weights[b] ?? 0) - (then.weights[a] ?? 0));
  const ranges = order.slice(0, 4).map((asset) => {
    const [gain, error] = [market.gains[asset] ?? 0, 1.96 * (gainErrors[asset] ?? 0)];
    return `${symbol(asset)} ${writeSignedPercent(gain, 0)} (${writeSignedPercent(Math.max(-1, gain - error), 0)} to ${writeSignedPercent(gain + error, 0)})`;
  });
  risks.push(
    `Past returns say little about future ones. Annual returns, with the range that chance alone allows (95%): ${writeList(ranges)}.`,
  );
  risks.push(
    candidates.sharpest
      ? "Maximum Sharpe is fragile: it depends on exactly these returns, and a small change in them shifts its weights a lot."
      : "Maximum Sharpe is left out: within these limits no mix returned more than the risk-free rate.",
  );
  risks.push(
    "In a crash, assets tend to move together more than these figures suggest, and any one of them can lose everything.",
  );
  return risks;
}

function writeCorrelation({ market: { covariance } }: Study, symbol: (asset: number) => string): string {
  let [sum, count, most, pair] = [0, 0, Number.NEGATIVE_INFINITY, ""];
  for (let row = 0; row < covariance.rows; row += 1)
    for (let column = 0; column < row; column += 1) {
      const one =
        covariance.get(row, column) / Math.sqrt(covariance.get(row, row) * covariance.get(column, column));
      sum += one;
      count += 1;
      if (one > most) [most, pair] = [one, `${symbol(column)} and ${symbol(row)}`];
    }
  const mean = sum / count;
  const write = (value: number) => value.toFixed(2).replace("-", "−");
  const word =
    mean > 0.6
      ? "they tend to fall together, so diversification helps little"
      : mean > 0.3
        ? "diversification helps somewhat"
        : "diversification helps";
  return count === 1
    ? `Correlation of ${pair}: ${write(mean)}; ${word}.`
    : `Correlation: ${write(mean)} on average, highest for ${pair} (${write(most)}); ${word}.`;
}
