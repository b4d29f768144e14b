import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { PortfolioPicture } from "#core/ai/analysis.ts";
import { SampleBadge } from "#web/news/badges.tsx";
import { Bar } from "#web/ui/charts/bar.tsx";
import { ChartFigure } from "#web/ui/charts/chart-figure.tsx";
import { ChartTable } from "#web/ui/charts/chart-table.tsx";
import { Plot, type Tick } from "#web/ui/charts/plot.tsx";
import { percent, percents } from "./figures.ts";

/** Current and proposed holdings, and both on the risk-return chart. */
export function PortfolioChart({ picture }: { picture: PortfolioPicture }) {
  return (
    <div className="grid gap-8">
      <AllocationChart {...picture} />
      {picture.frontier.length > 1 ? <FrontierChart {...picture} /> : null}
    </div>
  );
}

function AllocationChart({ allocations, isSample }: PortfolioPicture) {
  const most = Math.max(0.01, ...allocations.flatMap(({ now, proposed }) => [now, proposed]));
  return (
    <ChartFigure
      title={<>Allocation {isSample ? <SampleBadge why="From a made-up price history." /> : null}</>}
      legend={[
        { label: "Now", sample: <Dot className="bg-faint" /> },
        { label: "Proposed", sample: <Dot className="bg-accent" /> },
      ]}
      table={
        <ChartTable
          columns={["Asset", "Now", "Proposed", "Change"]}
          rows={allocations.map(({ symbol, now, proposed }) => [
            symbol,
            percent(now),
            percent(proposed),
            change(proposed - now),
          ])}
        />
      }
    >
      <ul className="grid gap-3">
        {allocations.map(({ symbol, now, proposed }) => (
          <li
            key={symbol}
            className="grid grid-cols-[3.25rem_minmax(0,1fr)_6.5rem] items-center gap-3 text-sm"
          >
            <span className="truncate font-semibold">{symbol}</span>
            <span className="grid gap-1">
              <Bar from={0} to={now / most} className="fill-faint" />
              <Bar from={0} to={proposed / most} className="fill-accent" />
            </span>
            <span className="figures text-end text-xs leading-tight">
              <span className="text-muted">{percent(now)}</span>
              <span className="text-faint"> → </span>
              <span className="font-semibold">{percent(proposed)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

/** The best return for each level of risk, and where the portfolios are relative to it. */
function FrontierChart({ frontier, marks }: PortfolioPicture) {
  const places = [...frontier, ...marks];
  const span = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  const x = scaleLinear(span(places.map(({ risk }) => risk)), [0, 100]).nice(4);
  const y = scaleLinear(span(places.map(({ gain }) => gain)), [100, 0]).nice(4);
  const path = line<{ risk: number; gain: number }>(
    ({ risk }) => x(risk),
    ({ gain }) => y(gain),
  )(frontier);
  return (
    <ChartFigure
      title="Annual risk and return"
      legend={marks.map(({ label }, at) => ({ label, sample: <Mark number={at + 1} /> }))}
      table={
        <ChartTable
          columns={["Portfolio", "Risk", "Return"]}
          rows={[
            ...marks.map(({ label, risk, gain }) => [label, percent(risk), percent(gain)]),
            ...frontier.map(({ risk, gain }, at) => [
              `Frontier, point ${at + 1}`,
              percent(risk),
              percent(gain),
            ]),
          ]}
        />
      }
    >
      <Plot
        label={`The best return for each level of risk. ${marks
          .map(({ label, risk, gain }) => `${label}: risk ${percent(risk)}, return ${percent(gain)}`)
          .join("; ")}`}
        x={createTicks(x.ticks(4), (risk) => x(risk) / 100)}
        y={createTicks(y.ticks(4), (gain) => 1 - y(gain) / 100)}
        yName="Annual return"
        xName="Annual risk (standard deviation)"
        over={marks.map(({ label, risk, gain }, at) => (
          <span
            key={label}
            aria-hidden="true"
            className="absolute -translate-1/2"
            style={{ left: `${x(risk)}%`, top: `${y(gain)}%` }}
          >
            <Mark number={at + 1} />
          </span>
        ))}
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

function createTicks(parts: readonly number[], place: (part: number) => number): Tick[] {
  const labels = percents(parts);
  return parts.map((part, index) => ({ at: place(part), label: labels[index] ?? "" }));
}

/** The first mark is the current portfolio. */
function Mark({ number }: { number: number }) {
  const looks =
    number === 1 ? "border-line-strong bg-raised text-text" : "border-accent bg-accent text-on-accent";
  return (
    <span
      className={`figures print-exact grid size-4.5 place-items-center rounded-full border text-[0.625rem] leading-none font-bold ${looks}`}
    >
      {number}
    </span>
  );
}

function Dot({ className }: { className: string }) {
  return <span aria-hidden="true" className={`print-exact size-2.5 rounded-full ${className}`} />;
}

function change(by: number): string {
  const text = percent(Math.abs(by));
  return Math.abs(by) < 0.0005 ? "none" : `${by < 0 ? "−" : "+"}${text}`;
}
