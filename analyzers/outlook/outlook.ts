import type { Analysis, ChartData } from "#core/ai/analysis.ts";
import type { PriceHistory } from "#core/market/price-history.ts";
import { type AssetOutlook, computeOutlook } from "./compute-outlook.ts";
import { selectValidDays, toDayNumber, toIsoDate } from "./daily-series.ts";
import { HORIZON_DAYS_MAX, parseQuestion, type Question } from "./parse-question.ts";
import { formatPlain } from "./wording.ts";
import { writeComparison } from "./write-comparison.ts";
import { writeOutlook, writeUnknownAssets } from "./write-outlook.ts";
import { writeRequest } from "./write-request.ts";

const CHART_DAYS = 120;

/**
 * The outlook for the asset named in the input, or a comparison of two, from their stored daily prices. `today` is
 * YYYY-MM-DD. Never throws on user input.
 */
export function createOutlook(input: string, histories: readonly PriceHistory[], today: string): Analysis {
  const question = parseQuestion(input, histories, today);
  const [first, second] = question.assets;
  if (!first) return asAnalysis(writeUnknownAssets(question, histories), null);
  const horizon = countForecastDays(question, first, today);
  const firstOutlook = computeOutlook(first, histories, horizon, today);
  if (!second) {
    const { guess } = question;
    const parts = [...writeRequest(firstOutlook, question), writeOutlook(firstOutlook, question)];
    if (guess !== null)
      parts.unshift(
        `I took “${formatPlain(guess.typed, 40)}” to mean ${formatPlain(guess.history.name, 40)}.`,
      );
    return asAnalysis(parts.join("\n\n"), buildForecastChart(firstOutlook));
  }
  const secondOutlook = computeOutlook(second, histories, horizon, today);
  return asAnalysis(
    writeComparison([firstOutlook, secondOutlook], question),
    buildForecastChart(firstOutlook) ?? buildForecastChart(secondOutlook),
  );
}

/** The number of days to forecast, counted from the last price, which is usually yesterday's. */
function countForecastDays({ time, horizon }: Question, history: PriceHistory, today: string): number {
  const now = toDayNumber(today);
  if (time === null || time.name === null || time.until < 0 || now === null) return horizon;
  const last = selectValidDays(history, now).days.at(-1)?.day ?? now;
  return Math.min(HORIZON_DAYS_MAX, Math.max(1, Math.round(time.until) + now - last));
}

function asAnalysis(markdown: string, chart: ChartData | null): Analysis {
  return { tool: "prediction", markdown, sources: [], chart, findings: [] };
}

function buildForecastChart({ history, series, forecast }: AssetOutlook): ChartData | null {
  if (forecast === null) return null;
  const { expectedLogs, bands } = forecast;
  const from = Math.max(0, series.logs.length - CHART_DAYS);
  return {
    kind: "forecast",
    symbol: history.symbol,
    isSample: history.isSample,
    history: Array.from(series.logs.subarray(from), (log, index) => ({
      date: toIsoDate(series.firstDay + from + index),
      price: Math.exp(log),
    })).filter((_, index) => series.isRecorded[from + index]),
    forecast: Array.from(expectedLogs, (log, ahead) => {
      const [half80, half95] = [bands.halfWidths80[ahead] ?? 0, bands.halfWidths95[ahead] ?? 0];
      return {
        date: toIsoDate(series.firstDay + series.logs.length + ahead),
        price: Math.exp(log),
        band80: [Math.exp(log - half80), Math.exp(log + half80)] as const,
        band95: [Math.exp(log - half95), Math.exp(log + half95)] as const,
      };
    }),
  };
}
