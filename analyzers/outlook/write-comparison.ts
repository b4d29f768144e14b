import { METHOD_HEADING } from "#core/ai/collapsed-sections.ts";
import { formatCount } from "#core/format-count.ts";
import { formatDate } from "#core/format-date.ts";
import { formatPrice } from "#core/market/wording.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import type { Question } from "./parse-question.ts";
import { writeVerdict } from "./write-backtest.ts";
import { writeDrawdown, writeTrend, writeVolatility } from "./write-factors.ts";
import {
  describePoint,
  formatBullets,
  formatHorizon,
  formatName,
  NOT_ADVICE,
  SAMPLE_NOTICE,
  writeOmissions,
} from "./write-outlook.ts";
import { writeRequest } from "./write-request.ts";

export function writeComparison(pair: readonly [AssetOutlook, AssetOutlook], question: Question): string {
  const [first, second] = pair;
  const samples = pair.filter(({ history }) => history.isSample);
  const formatRow = (label: string, write: (asset: AssetOutlook) => string) =>
    `| ${label} | ${write(first)} | ${write(second)} |`;
  const getTextAfterColon = (line: string) => line.slice(line.indexOf(": ") + 2).replace(/\.$/, "");
  const formatForecastRow = (label: string, figure: "price" | "band80" | "band95") =>
    formatRow(label, (asset) =>
      asset.forecast === null
        ? `too little history (${formatCount(asset.series.recordedCount, "day")})`
        : describePoint(asset, asset.horizon)[figure],
    );
  const chartAsset = first.forecast === null ? second : first;
  return [
    ...writeRequest(first, question, second),
    `**${formatName(first.history)} and ${formatName(second.history)}: ${formatHorizon(first.horizon)}**`,
    ...(samples.length > 0 ? [SAMPLE_NOTICE] : []),
    [
      `| | ${formatName(first.history)} | ${formatName(second.history)} |`,
      "|---|---|---|",
      formatRow("Last price", (asset) =>
        asset.series.recordedCount === 0
          ? "none"
          : `${formatPrice(asset.lastPrice)} (${formatDate(asset.lastDate)})`,
      ),
      formatForecastRow(`Expected in ${formatCount(first.horizon, "day")}`, "price"),
      formatForecastRow("80% range", "band80"),
      formatForecastRow("95% range", "band95"),
      formatRow("Trend", (asset) => getTextAfterColon(writeTrend(asset))),
      formatRow("Volatility", (asset) => getTextAfterColon(writeVolatility(asset))),
      formatRow("Drawdown", (asset) => getTextAfterColon(writeDrawdown(asset))),
    ].join("\n"),
    ...(chartAsset.forecast === null
      ? []
      : [
          `The chart shows ${formatName(chartAsset.history)}. Ask about one asset alone to see its key factors and how the forecast did on past dates.`,
        ]),
    ...writeOmissions(question),
    METHOD_HEADING,
    formatBullets([
      ...pair
        .filter(({ forecast }) => forecast !== null)
        .map((asset) => `${formatName(asset.history)}: ${writeVerdict(asset)}`),
      "Assumptions: prices will move as they did in the past. Only past prices are considered.",
    ]),
    NOT_ADVICE,
  ].join("\n\n");
}
