import { formatCount } from "#core/format-count.ts";
import { DISJOINT_FOLDS_MIN, type Score } from "./backtest.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { formatPercent } from "./wording.ts";

const MODEL = "level, damped trend and, where weekdays differ, weekly seasonality";

/** Enough decimals to show the small errors of stable assets. */
const formatError = (error: number) => formatPercent(error, error < 0.001 ? 3 : 1);

/** Which forecast is shown and why. */
export function writeVerdict({ traits, backtest, usesModel }: AssetOutlook): string {
  if (traits.isConstant) return "The price hasn't moved on any recorded day, so the forecast is no change.";
  const consequence = "so we show the naive forecast: the last price, with ranges based on past volatility";
  if (backtest === null) return `The history is too short to test a model this far ahead, ${consequence}.`;
  const [modelError, naiveError] = [formatError(backtest.model.error), formatError(backtest.naive.error)];
  if (usesModel)
    return `In the backtest, the model's mean error was ${modelError} vs. ${naiveError} for the naive forecast, so the model is shown.`;
  const errors = `${modelError} vs. ${naiveError} mean error`;
  if (backtest.disjointFolds < DISJOINT_FOLDS_MIN)
    return `The history is too short to tell the model and a naive (no-change) forecast apart in the backtest (${errors}), ${consequence}.`;
  const chance =
    backtest.model.error < backtest.naive.error ? ", a difference that chance alone can explain" : "";
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
    `${formatCount(folds, "test date")}, each forecast ${formatCount(horizon, "day")} ahead from the data available at the time; ${formatCount(disjointFolds, "window doesn't", "windows don't")} overlap. The model: ${MODEL}.`,
    [
      "| | Model | Naive (no change) |",
      "|---|---|---|",
      formatRow("Mean absolute error", ({ error }) => formatError(error)),
      formatRow("Error relative to the mean daily step (MASE)", ({ scaledError }) => scaledError.toFixed(2)),
      formatRow("Outcomes within the 80% band", ({ within80 }) => formatPercent(within80, 0)),
      formatRow("Outcomes within the 95% band", ({ within95 }) => formatPercent(within95, 0)),
    ].join("\n"),
  ];
}
