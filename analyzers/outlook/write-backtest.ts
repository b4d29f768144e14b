import { formatCount } from "#core/format-count.ts";
import { DISJOINT_FOLDS_MIN, type Score } from "./backtest.ts";
import type { AssetOutlook } from "./compute-outlook.ts";
import { formatPercent } from "./wording.ts";

const MODEL_DESCRIPTION =
  "The model combines the recent price level, a trend that fades out and, if weekdays differ, a weekly pattern.";
const SIMPLEST_NOTE =
  "so this is the simplest forecast: the price stays where it is, with ranges based on how much it has moved in the past";

/** Enough decimals to show the small errors of stable assets. */
const formatError = (error: number) => formatPercent(error, error < 0.001 ? 3 : 1);

export function writeVerdict({ traits, backtest, usesModel }: AssetOutlook): string {
  if (traits.isConstant) return "The price hasn't moved on any recorded day, so the forecast is no change.";
  if (backtest === null)
    return `There isn't enough history to test a model this far ahead, ${SIMPLEST_NOTE}.`;
  const [modelError, naiveError] = [formatError(backtest.model.error), formatError(backtest.naive.error)];
  if (usesModel)
    return `When we tried our model on past dates, it was off by ${modelError} on average. The assumption that the price doesn't change was off by ${naiveError}, so the forecast comes from the model.`;
  if (backtest.disjointFoldCount < DISJOINT_FOLDS_MIN)
    return `There isn't enough history to know whether our model is better than assuming no change (on past dates it was off by ${modelError} on average, no change by ${naiveError}), ${SIMPLEST_NOTE}.`;
  const chanceNote =
    backtest.model.error < backtest.naive.error ? ", a difference that could be due to chance" : "";
  return `**Our model did no better than assuming no change** when we tried both on past dates (off by ${modelError} and ${naiveError} on average${chanceNote}), ${SIMPLEST_NOTE}.`;
}

export function writeBacktest({ backtest, horizon }: AssetOutlook): string[] {
  if (backtest === null) return [];
  const { foldCount, disjointFoldCount, model, naive } = backtest;
  const formatRow = (label: string, write: (score: Score) => string) =>
    `| ${label} | ${write(model)} | ${write(naive)} |`;
  return [
    "#### Test on past dates",
    `We made both forecasts on ${formatCount(foldCount, "past date")}, ${formatCount(horizon, "day")} ahead, from the prices known at the time. ${disjointFoldCount < foldCount ? `These periods overlap, so they show about as much as ${formatCount(disjointFoldCount, "separate one")} would. ` : ""}${MODEL_DESCRIPTION}`,
    [
      "| | Model | No change |",
      "|---|---|---|",
      formatRow("Average error", ({ error }) => formatError(error)),
      formatRow("Average error, in average daily moves", ({ scaledError }) => scaledError.toFixed(2)),
      formatRow("Daily prices within the 80% range", ({ within80 }) => formatPercent(within80, 0)),
      formatRow("Daily prices within the 95% range", ({ within95 }) => formatPercent(within95, 0)),
    ].join("\n"),
  ];
}
