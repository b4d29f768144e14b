import { formatCount } from "#core/format-count.ts";
import { FEWEST_SEPARATE, type Score } from "./backtest.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { writePercent } from "./wording.ts";

const MODEL = "level, damped trend and, where weekdays differ, a weekly season";

/** Enough decimals to show the small errors of stable assets. */
const writeError = (error: number) => writePercent(error, error < 0.001 ? 3 : 1);

/** Which forecast is shown and why. */
export function writeVerdict({ traits, backtest, isModel }: AssetOutlook): string {
  if (traits.isConstant) return "The price has not moved on any recorded day, so the forecast is no change.";
  const shown = "so the forecast is the last price, without drift, with bands based on its past moves";
  if (backtest === null) return `The history is too short to test a model this far ahead, ${shown}.`;
  const missed = `the model missed by ${writeError(backtest.model.error)} on average, "like today" by ${writeError(backtest.naive.error)}`;
  if (isModel) return `In the test ${missed}: which is better, so the model is shown.`;
  if (backtest.separate < FEWEST_SEPARATE)
    return `In the test ${missed}, but the history is too short to tell the two apart, ${shown}.`;
  const chance =
    backtest.model.error < backtest.naive.error ? ", a difference that chance alone can explain" : "";
  return `**No better than assuming tomorrow is like today:** in the test ${missed}${chance}, ${shown}.`;
}

/** The backtest's table, if there is a backtest. */
export function writeBacktest({ backtest, horizon }: AssetOutlook): string[] {
  if (backtest === null) return [];
  const { folds, separate, model, naive } = backtest;
  const row = (label: string, write: (score: Score) => string) =>
    `| ${label} | ${write(model)} | ${write(naive)} |`;
  return [
    "### How such forecasts performed in the past",
    `Repeated for ${formatCount(folds, "past day")} using only the data available then, ${formatCount(horizon, "day")} ahead each; ${formatCount(separate, "of these periods does", "of these periods do")} not overlap. The model: ${MODEL}.`,
    [
      "| | Model | Like today |",
      "|---|---|---|",
      row("Mean absolute error", ({ error }) => writeError(error)),
      row("Error relative to the mean daily step (MASE)", ({ scaledError }) => scaledError.toFixed(2)),
      row("Outcomes within the 80% band", ({ within80 }) => writePercent(within80, 0)),
      row("Outcomes within the 95% band", ({ within95 }) => writePercent(within95, 0)),
    ].join("\n"),
  ];
}
