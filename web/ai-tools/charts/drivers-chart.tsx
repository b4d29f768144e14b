import type { DriversChartData } from "#core/ai/analysis.ts";
import { Bar, ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { formatSigned } from "./format-figures.ts";

export function DriversChart({ chart: { drivers } }: { chart: DriversChartData }) {
  return (
    <ChartFigure
      title="Key drivers"
      table={
        <ChartTable
          columns={["Quote", "Weight", "Source"]}
          rows={drivers.map(({ quote, weight, source }) => [
            quote,
            formatSigned(weight),
            source === null ? "Your input" : `[${source}]`,
          ])}
        />
      }
    >
      <p aria-hidden="true" className="mb-2 flex justify-between text-xs text-faint">
        <span>Negative</span>
        <span>Positive</span>
      </p>
      <ol className="grid gap-3">
        {drivers.map(({ quote, weight, source }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same quote can occur twice
          <li key={index}>
            <p className="flex items-baseline justify-between gap-3 text-sm">
              <span className="line-clamp-2">
                “{quote}”{source === null ? null : <span className="text-faint"> [{source}]</span>}
              </span>
              <span
                className={`figures shrink-0 font-semibold ${weight < 0 ? "text-danger" : "text-accent"}`}
              >
                {formatSigned(weight)}
              </span>
            </p>
            <div className="mt-1">
              <Bar
                from={0.5}
                to={0.5 + clamp(weight) / 2}
                baseline={0.5}
                className={weight < 0 ? "fill-danger" : "fill-accent"}
              />
            </div>
          </li>
        ))}
      </ol>
    </ChartFigure>
  );
}

const clamp = (weight: number) => Math.min(1, Math.max(-1, weight));
