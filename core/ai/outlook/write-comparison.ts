import { formatCount } from "#core/format-count.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import type { Question } from "./read-question.ts";
import { writeVerdict } from "./write-backtest.ts";
import { writeDrawdown, writeTrend, writeVolatility } from "./write-factors.ts";
import { bullets, describePoint, NOT_ADVICE, SAMPLE, writeLimits, writeName } from "./write-outlook.ts";

/** Compares two assets. */
export function writeComparison(pair: readonly [AssetOutlook, AssetOutlook], question: Question): string {
  const [one, other] = pair;
  const samples = pair.filter(({ history }) => history.isSample);
  const row = (label: string, write: (asset: AssetOutlook) => string) =>
    `| ${label} | ${write(one)} | ${write(other)} |`;
  const afterColon = (line: string) => line.slice(line.indexOf(": ") + 2).replace(/\.$/, "");
  const ahead = (write: (asset: AssetOutlook) => string) => (asset: AssetOutlook) =>
    asset.forecast === null
      ? `too little history (${formatCount(asset.series.recordedCount, "day")})`
      : write(asset);
  const drawn = one.forecast === null ? other : one;
  return [
    `**${writeName(one.history)} and ${writeName(other.history)}: the next ${formatCount(one.horizon, "day")}**`,
    ...(samples.length > 0 ? [SAMPLE] : []),
    [
      `| | ${writeName(one.history)} | ${writeName(other.history)} |`,
      "|---|---|---|",
      row("Last price", (asset) =>
        asset.series.recordedCount === 0 ? "none" : `${formatPrice(asset.lastPrice)} (${asset.lastDate})`,
      ),
      row(
        `In ${formatCount(one.horizon, "day")}, expected`,
        ahead((asset) => describePoint(asset, asset.horizon).price),
      ),
      row(
        "80% range",
        ahead((asset) => describePoint(asset, asset.horizon).band80),
      ),
      row(
        "95% range",
        ahead((asset) => describePoint(asset, asset.horizon).band95),
      ),
      row("Trend", (asset) => afterColon(writeTrend(asset))),
      row("Volatility", (asset) => afterColon(writeVolatility(asset))),
      row("Drawdown", (asset) => afterColon(writeDrawdown(asset))),
    ].join("\n"),
    bullets(
      pair
        .filter(({ forecast }) => forecast !== null)
        .map((asset) => `${writeName(asset.history)}: ${writeVerdict(asset)}`)
        .concat(
          drawn.forecast === null
            ? []
            : [
                `The chart shows ${writeName(drawn.history)}. Ask about one asset alone to see its backtest and key factors.`,
              ],
          ["Assumptions: prices will move as they did in the past. Only past prices are considered."],
        ),
    ),
    ...writeLimits(question),
    NOT_ADVICE,
  ].join("\n\n");
}
