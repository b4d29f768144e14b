import type { Picture } from "#core/ai/analysis.ts";
import { DriversChart } from "./drivers-chart.tsx";
import { ForecastChart } from "./forecast-chart.tsx";
import { PortfolioChart } from "./portfolio-chart.tsx";

export default function AnswerPicture({ picture }: { picture: Picture }) {
  switch (picture.kind) {
    case "drivers":
      return picture.drivers.length > 0 ? <DriversChart picture={picture} /> : null;
    case "forecast":
      return picture.history.length + picture.forecast.length > 1 ? (
        <ForecastChart picture={picture} />
      ) : null;
    case "portfolio":
      return <PortfolioChart picture={picture} />;
  }
}
