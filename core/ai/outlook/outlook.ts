import type { Analysis, Picture, PriceHistory } from "../analysis.ts";
import { type AssetOutlook, computeOutlook } from "./compute-outlook.ts";
import { writeDay } from "./daily-series.ts";
import { readQuestion } from "./read-question.ts";
import { writeComparison } from "./write-comparison.ts";
import { writeNothingKnown, writeOutlook } from "./write-outlook.ts";

const PICTURE_DAYS = 120;

/**
 * The outlook for the asset named in the input, from its stored daily prices: their history, a forecast with bands,
 * and a backtest. `today` is YYYY-MM-DD. Never throws on user input.
 */
export function outlook(input: string, histories: readonly PriceHistory[], today: string): Analysis {
  const question = readQuestion(input, histories, today);
  const [first, second] = question.assets;
  if (!first) return asAnalysis(writeNothingKnown(question, histories), null);
  const one = computeOutlook(first, histories, question.horizon, today);
  if (!second) return asAnalysis(writeOutlook(one, question), drawForecast(one));
  const other = computeOutlook(second, histories, question.horizon, today);
  return asAnalysis(writeComparison([one, other], question), drawForecast(one) ?? drawForecast(other));
}

function asAnalysis(markdown: string, picture: Picture | null): Analysis {
  return { tool: "prediction", markdown, sources: [], picture, findings: [] };
}

function drawForecast({ history, series, forecast }: AssetOutlook): Picture | null {
  if (forecast === null) return null;
  const { expected, bands } = forecast;
  const from = Math.max(0, series.logs.length - PICTURE_DAYS);
  return {
    kind: "forecast",
    symbol: history.symbol,
    isSample: history.isSample,
    history: Array.from(series.logs.subarray(from), (log, index) => ({
      date: writeDay(series.firstDay + from + index),
      price: Math.exp(log),
      isRecorded: series.isRecorded[from + index],
    }))
      .filter(({ isRecorded }) => isRecorded)
      .map(({ date, price }) => ({ date, price })),
    forecast: Array.from(expected, (log, ahead) => {
      const [half80, half95] = [bands.halfWidth80[ahead] ?? 0, bands.halfWidth95[ahead] ?? 0];
      return {
        date: writeDay(series.firstDay + series.logs.length + ahead),
        price: Math.exp(log),
        band80: [Math.exp(log - half80), Math.exp(log + half80)] as const,
        band95: [Math.exp(log - half95), Math.exp(log + half95)] as const,
      };
    }),
  };
}
