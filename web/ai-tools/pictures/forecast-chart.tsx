import { scaleLinear, scaleUtc } from "d3-scale";
import { area, line } from "d3-shape";
import type { ForecastPicture } from "#core/ai/analysis.ts";
import { SampleBadge } from "#web/news/badges.tsx";
import { ChartFigure } from "#web/ui/charts/chart-figure.tsx";
import { ChartTable } from "#web/ui/charts/chart-table.tsx";
import { Plot } from "#web/ui/charts/plot.tsx";
import { dollars, shortDay } from "./figures.ts";

/** The shown history relative to the forecast's length, and its minimum in days. */
const PAST_TIMES = 4;
const PAST_DAYS = 90;

/** Past prices and the forecast, with its 80% and 95% bands. */
export function ForecastChart({ picture }: { picture: ForecastPicture }) {
  const { symbol, isSample, forecast } = picture;
  const history = picture.history.slice(-Math.max(PAST_DAYS, forecast.length * PAST_TIMES));
  const last = history.at(-1);
  // Connects the past line with the forecast line.
  const joint = last
    ? [{ ...last, band80: [last.price, last.price], band95: [last.price, last.price] } as const]
    : [];
  const ahead = [...joint, ...forecast];
  const days = [...history, ...forecast].map(({ date }) => parseDay(date).getTime());
  const prices = [...history.map(({ price }) => price), ...forecast.flatMap(({ band95 }) => band95)];
  const x = scaleUtc([Math.min(...days), Math.max(...days)], [0, 100]);
  const y = scaleLinear([Math.min(...prices), Math.max(...prices)], [96, 4]);

  const at = ({ date }: { date: string }) => x(parseDay(date));
  const priceLine = line<{ date: string; price: number }>(at, ({ price }) => y(price));
  const band = (of: "band80" | "band95") =>
    area<(typeof ahead)[number]>(
      at,
      (day) => y(day[of][0]),
      (day) => y(day[of][1]),
    )(ahead) ?? "";
  const end = forecast.at(-1);
  const label = end
    ? `${symbol} until ${end.date}: forecast ${dollars(end.price)}, 95% range ${dollars(end.band95[0])} to ${dollars(end.band95[1])}`
    : `${symbol}: past prices`;

  return (
    <ChartFigure
      title={
        <>
          {symbol} in US dollars {isSample ? <SampleBadge why="A made-up price history." /> : null}
        </>
      }
      legend={[
        { label: "Past price", sample: <Swatch className="h-0.5 bg-muted" /> },
        { label: "Forecast", sample: <Swatch className="h-0.5 bg-accent" /> },
        { label: "80% range", sample: <Swatch className="h-3 rounded-sm bg-accent opacity-35" /> },
        { label: "95% range", sample: <Swatch className="h-3 rounded-sm bg-accent opacity-15" /> },
      ]}
      table={
        <ChartTable
          columns={["Day", "Price", "80% range", "95% range"]}
          rows={[
            ...forecast.map(({ date, price, band80, band95 }) => [
              `${date} (forecast)`,
              dollars(price),
              band80.map(dollars).join(" to "),
              band95.map(dollars).join(" to "),
            ]),
            ...history.toReversed().map(({ date, price }) => [date, dollars(price), "", ""]),
          ]}
        />
      }
    >
      <Plot
        label={label}
        x={x.ticks(4).map((date) => ({ at: x(date) / 100, label: shortDay(date) }))}
        y={y.ticks(4).map((price) => ({ at: 1 - y(price) / 100, label: dollars(price) }))}
      >
        <path d={band("band95")} className="fill-accent opacity-15" />
        <path d={band("band80")} className="fill-accent opacity-25" />
        <Line d={priceLine(history) ?? ""} className="stroke-muted" />
        <Line d={priceLine(ahead) ?? ""} className="stroke-accent" />
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
