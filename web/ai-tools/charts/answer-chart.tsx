import type { ChartData } from "#core/ai/analysis.ts";
import { DriversChart } from "./drivers-chart.tsx";
import { ForecastChart } from "./forecast-chart.tsx";
import { PortfolioChart } from "./portfolio-chart.tsx";

export default function AnswerChart({ chart }: { chart: ChartData }) {
  switch (chart.kind) {
    case "drivers":
      return chart.drivers.length > 0 ? <DriversChart chart={chart} /> : null;
    case "forecast":
      return chart.history.length + chart.forecast.length > 1 ? <ForecastChart chart={chart} /> : null;
    case "portfolio":
      return <PortfolioChart chart={chart} />;
  }
}
