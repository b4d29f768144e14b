import { scaleLinear, scaleUtc } from "d3-scale";
import { area, line } from "d3-shape";
import type { ForecastChartData } from "#core/ai/analysis.ts";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { Plot } from "#web/ui/charts/plot.tsx";
import { PlotCursor } from "#web/ui/charts/plot-cursor.tsx";
import { widenRange } from "#web/ui/charts/round-ticks.ts";
import { formatDay } from "#web/ui/day-time.tsx";
import { formatDollars, formatShortDay } from "./format-figures.ts";

/** Days of history per day of forecast. At least HISTORY_DAYS_MIN are shown. */
const HISTORY_RATIO = 4;
const HISTORY_DAYS_MIN = 90;

/** The axis covers at least this fraction of the highest price, so that small changes look small. */
const RANGE_MIN = 0.1;

export function ForecastChart({ chart }: { chart: ForecastChartData }) {
  const { symbol, isSample, forecast } = chart;
  const history = chart.history.slice(-Math.max(HISTORY_DAYS_MIN, forecast.length * HISTORY_RATIO));
  const lastDay = history.at(-1);
  const forecastStart = lastDay
    ? [
        {
          ...lastDay,
          band80: [lastDay.price, lastDay.price],
          band95: [lastDay.price, lastDay.price],
        } as const,
      ]
    : [];
  const forecastLine = [...forecastStart, ...forecast];
  const times = [...history, ...forecast].map(({ date }) => parseDay(date).getTime());
  const prices = [...history.map(({ price }) => price), ...forecast.flatMap(({ band95 }) => band95)];
  const x = scaleUtc([Math.min(...times), Math.max(...times)], [0, 100]);
  const y = scaleLinear(widenRange(Math.min(...prices), Math.max(...prices), RANGE_MIN), [100, 0]).nice(4);

  const getX = ({ date }: { date: string }) => x(parseDay(date));
  const drawPrices = line<{ date: string; price: number }>(getX, ({ price }) => y(price));
  const drawBand = (key: "band80" | "band95") =>
    area<(typeof forecastLine)[number]>(
      getX,
      (day) => y(day[key][0]),
      (day) => y(day[key][1]),
    )(forecastLine) ?? "";
  const end = forecast.at(-1);
  const label = end
    ? `${symbol} through ${formatDay(end.date)}: forecast ${formatDollars(end.price)}, 95% range ${formatDollars(end.band95[0])} to ${formatDollars(end.band95[1])}`
    : `${symbol}: past prices`;

  return (
    <ChartFigure
      title={
        <>
          {symbol} in US dollars {isSample ? <SampleBadge title="Sample price history." /> : null}
        </>
      }
      legend={[
        { label: "Past price", swatch: <Swatch className="h-0.5 bg-muted" /> },
        { label: "Forecast", swatch: <Swatch className="h-0.5 bg-accent" /> },
        { label: "80% range", swatch: <Swatch className="h-3 rounded-sm bg-accent opacity-35" /> },
        { label: "95% range", swatch: <Swatch className="h-3 rounded-sm bg-accent opacity-15" /> },
      ]}
      table={
        <ChartTable
          columns={["Date", "Price", "80% range", "95% range"]}
          rows={[
            ...forecast.map(({ date, price, band80, band95 }) => [
              `${formatDay(date)} (forecast)`,
              formatDollars(price),
              band80.map(formatDollars).join(" to "),
              band95.map(formatDollars).join(" to "),
            ]),
            ...history.toReversed().map(({ date, price }) => [formatDay(date), formatDollars(price), "", ""]),
          ]}
        />
      }
    >
      <Plot
        label={label}
        xTicks={x.ticks(4).map((date) => ({ at: x(date) / 100, label: formatShortDay(date) }))}
        yTicks={y.ticks(4).map((price) => ({ at: 1 - y(price) / 100, label: formatDollars(price) }))}
        overlay={
          <PlotCursor
            label="Price by day"
            points={[...history, ...forecast].map((day) => ({
              x: getX(day) / 100,
              y: 1 - y(day.price) / 100,
            }))}
            describe={(index) => {
              const past = history[index];
              if (past) return [formatDay(past.date), formatDollars(past.price)];
              const day = forecast[index - history.length];
              return day
                ? [
                    `${formatDay(day.date)} (forecast)`,
                    `${formatDollars(day.price)}\n80% range ${day.band80.map(formatDollars).join(" to ")}\n95% range ${day.band95.map(formatDollars).join(" to ")}`,
                  ]
                : ["", ""];
            }}
          />
        }
      >
        <path d={drawBand("band95")} className="fill-accent opacity-15" />
        <path d={drawBand("band80")} className="fill-accent opacity-25" />
        <Line d={drawPrices(history) ?? ""} className="stroke-muted" />
        <Line d={drawPrices(forecastLine) ?? ""} className="stroke-accent" />
      </Plot>
    </ChartFigure>
  );
}

function Line({ d, className }: { d: string; className: string }) {
  return (
    <path
      d={d}
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  );
}

function Swatch({ className }: { className: string }) {
  return <span aria-hidden="true" className={`inline-block w-4 print-exact ${className}`} />;
}

function parseDay(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
