import { formatCount } from "#core/format-count.ts";
import { DISJOINT_FOLDS_MIN, type Score } from "./backtest.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { formatPercent } from "./wording.ts";

const MODEL = "a level, a damped trend and, where weekdays differ, a weekly season";

/** Enough decimals to show the small errors of stable assets. */
const formatError = (error: number) => formatPercent(error, error < 0.001 ? 3 : 1);

/** Which forecast is shown and why. */
export function writeVerdict({ traits, backtest, usesModel }: AssetOutlook): string {
  if (traits.isConstant) return "The price hasn't moved on any recorded day, so the forecast is no change.";
  const consequence = "so we show the naive forecast: the last price, with ranges based on past volatility";
  if (backtest === null) return `The history is too short to test a model this far ahead, ${consequence}.`;
  const [modelError, naiveError] = [formatError(backtest.model.error), formatError(backtest.naive.error)];
  if (usesModel)
    return `In the backtest, the model's mean error was ${modelError}, compared with ${naiveError} for the naive forecast, so the model is shown.`;
  const errors = `mean error ${modelError} vs. ${naiveError}`;
  if (backtest.disjointFolds < DISJOINT_FOLDS_MIN)
    return `The history is too short to show whether the model beats a naive (no-change) forecast (${errors} in the backtest), ${consequence}.`;
  const chance =
    backtest.model.error < backtest.naive.error ? ", a difference that could be due to chance" : "";
  return `**The model didn't beat a naive (no-change) forecast** in the backtest (${errors}${chance}), ${consequence}.`;
}

/** The backtest's table, if there is a backtest. */
export function writeBacktest({ backtest, horizon }: AssetOutlook): string[] {
  if (backtest === null) return [];
  const { folds, disjointFolds, model, naive } = backtest;
  const formatRow = (label: string, write: (score: Score) => string) =>
    `| ${label} | ${write(model)} | ${write(naive)} |`;
  return [
    "#### Backtest",
    `Both forecasts were repeated for ${formatCount(folds, "past date")}, ${formatCount(horizon, "day")} ahead, with only the data available at the time. That makes ${formatCount(disjointFolds, "independent period")}. The model: ${MODEL}.`,
    [
      "| | Model | Naive (no change) |",
      "|---|---|---|",
      formatRow("Mean absolute error", ({ error }) => formatError(error)),
      formatRow("Error relative to the mean daily move (MASE)", ({ scaledError }) => scaledError.toFixed(2)),
      formatRow("Outcomes within the 80% range", ({ within80 }) => formatPercent(within80, 0)),
      formatRow("Outcomes within the 95% range", ({ within95 }) => formatPercent(within95, 0)),
    ].join("\n"),
  ];
}
