import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { PortfolioChartData } from "#core/ai/analysis.ts";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { Bar, ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { PlotCursor } from "#web/ui/charts/plot-cursor.tsx";
import { widenRange } from "#web/ui/charts/round-ticks.ts";
import { formatPercent, formatPercents } from "./format-figures.ts";

export function PortfolioChart({ chart }: { chart: PortfolioChartData }) {
  return (
    <div className="grid gap-8">
      <AllocationChart {...chart} />
      {chart.frontier.length > 1 ? <FrontierChart {...chart} /> : null}
    </div>
  );
}

function AllocationChart({ allocations, isSample }: PortfolioChartData) {
  const shareMax = Math.max(0.01, ...allocations.flatMap(({ current, proposed }) => [current, proposed]));
  return (
    <ChartFigure
      title={<>Allocation {isSample ? <SampleBadge title="From a sample price history." /> : null}</>}
      legend={[
        { label: "Today", swatch: <Dot className="bg-faint" /> },
        { label: "Proposed", swatch: <Dot className="bg-accent" /> },
      ]}
      table={
        <ChartTable
          columns={["Asset", "Today", "Proposed", "Change"]}
          rows={allocations.map(({ symbol, current, proposed }) => [
            symbol,
            formatPercent(current),
            formatPercent(proposed),
            formatDifference(proposed - current),
          ])}
        />
      }
    >
      <ul className="grid gap-3">
        {allocations.map(({ symbol, current, proposed }) => (
          <li
            key={symbol}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)_6.5rem] items-center gap-3 text-sm max-[15rem]:grid-cols-1"
          >
            <span className="truncate font-semibold">{symbol}</span>
            <span className="grid gap-1">
              <Bar from={0} to={current / shareMax} className="fill-faint" />
              <Bar from={0} to={proposed / shareMax} className="fill-accent" />
            </span>
            <span className="figures text-end text-xs leading-tight">
              <span className="text-muted">{formatPercent(current)}</span>
              <span className="text-faint"> → </span>
              <span className="font-semibold">{formatPercent(proposed)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

/** The axes cover at least this fraction of their highest value, so that small differences look small. */
const RANGE_MIN = 0.1;

function FrontierChart({ frontier, portfolios }: PortfolioChartData) {
  const points = [
    ...frontier.map((point) => ({ ...point, label: "Best return for this risk" })),
    ...portfolios,
  ].toSorted((a, b) => a.risk - b.risk);
  const getExtent = (values: readonly number[]) =>
    widenRange(Math.min(...values), Math.max(...values), RANGE_MIN);
  const x = scaleLinear(getExtent(points.map(({ risk }) => risk)), [0, 100]).nice(4);
  const y = scaleLinear(getExtent(points.map(({ annualReturn }) => annualReturn)), [100, 0]).nice(4);
  const path = line<{ risk: number; annualReturn: number }>(
    ({ risk }) => x(risk),
    ({ annualReturn }) => y(annualReturn),
  )(frontier);
  return (
    <ChartFigure
      title="Annual risk and return"
      legend={portfolios.map(({ label }, index) => ({ label, swatch: <Mark number={index + 1} /> }))}
      table={
        <ChartTable
          columns={["Portfolio", "Risk", "Return"]}
          rows={[
            ...portfolios.map(({ label, risk, annualReturn }) => [
              label,
              formatPercent(risk),
              formatPercent(annualReturn),
            ]),
            ...frontier.map(({ risk, annualReturn }, index) => [
              `Frontier, point ${index + 1}`,
              formatPercent(risk),
              formatPercent(annualReturn),
            ]),
          ]}
        />
      }
    >
      <Plot
        label={`The best return for each level of risk. ${portfolios
          .map(
            ({ label, risk, annualReturn }) =>
              `${label}: risk ${formatPercent(risk)}, return ${formatPercent(annualReturn)}`,
          )
          .join("; ")}`}
        xTicks={createTicks(x.ticks(4), (risk) => x(risk) / 100)}
        yTicks={createTicks(y.ticks(4), (annualReturn) => 1 - y(annualReturn) / 100)}
        yName="Annual return"
        xName="Annual risk (standard deviation)"
        overlay={
          <>
            {portfolios.map(({ label, risk, annualReturn }, index) => (
              <span
                key={label}
                aria-hidden="true"
                className="absolute -translate-1/2"
                style={{ left: `${x(risk)}%`, top: `${y(annualReturn)}%` }}
              >
                <Mark number={index + 1} />
              </span>
            ))}
            <PlotCursor
              label="Return by risk"
              points={points.map(({ risk, annualReturn }) => ({
                x: x(risk) / 100,
                y: 1 - y(annualReturn) / 100,
              }))}
              describe={(index) => {
                const point = points[index];
                return point
                  ? [
                      point.label,
                      `Risk ${formatPercent(point.risk)}\nReturn ${formatPercent(point.annualReturn)}`,
                    ]
                  : ["", ""];
              }}
            />
          </>
        }
      >
        <path
          d={path ?? ""}
          fill="none"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </Plot>
    </ChartFigure>
  );
}

function createTicks(fractions: readonly number[], toPosition: (fraction: number) => number): Tick[] {
  const labels = formatPercents(fractions);
  return fractions.map((fraction, index) => ({ at: toPosition(fraction), label: labels[index] ?? "" }));
}

/** A numbered mark in the chart. The first is the current portfolio. */
function Mark({ number }: { number: number }) {
  const colors =
    number === 1 ? "border-line-strong bg-raised text-text" : "border-accent bg-accent text-on-accent";
  return (
    <span
      className={`figures print-exact grid size-4.5 place-items-center rounded-full border text-[0.625rem] leading-none font-bold ${colors}`}
    >
      {number}
    </span>
  );
}

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={`print-exact size-2.5 rounded-full ${className}`} />;
}

function formatDifference(difference: number): string {
  const text = formatPercent(Math.abs(difference));
  return Math.abs(difference) < 0.0005 ? "none" : `${difference < 0 ? "−" : "+"}${text}`;
}
