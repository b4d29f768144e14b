import type { ReactNode } from "react";

/** A place on an axis: from 0 (left, bottom) to 1 (right, top), and what is written there. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

interface PlotProps {
  /** What the picture shows, in a sentence: it stands for the picture where it is not seen. */
  readonly label: string;
  readonly x: readonly Tick[];
  readonly y: readonly Tick[];
  /** Under the axis and beside it, where the ticks do not say what they count. */
  readonly xName?: string;
  readonly yName?: string;
  /** For one of many on a page. */
  readonly isLow?: boolean;
  /** SVG in a box of 100 by 100, from the upper left. It is stretched: lines take `vectorEffect="non-scaling-stroke"`. */
  readonly children: ReactNode;
  /** HTML over it, placed by percentages. */
  readonly over?: ReactNode;
}

/**
 * Two axes and what is drawn between them. The drawing is stretched to its place and the words are not, so that the
 * server can draw it without knowing how wide it will be, and nothing moves afterwards.
 */
export function Plot({ label, x, y, xName, yName, isLow = false, children, over }: PlotProps) {
  const widest = y.reduce((longest, tick) => (tick.label.length > longest.length ? tick.label : longest), "");
  return (
    <div className="figures text-xs text-faint">
      {yName ? <p className="mb-3">{yName}</p> : null}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative whitespace-nowrap">
          <span className="invisible">{widest}</span>
          {y.map(({ at, label }) => (
            <span
              key={at}
              className="absolute end-0 translate-y-1/2 leading-none"
              style={{ bottom: `${at * 100}%` }}
            >
              {label}
            </span>
          ))}
        </div>
        <div className={`relative ${isLow ? "h-44" : "h-56 sm:h-64"}`}>
          <svg
            role="img"
            aria-label={label}
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {y.map(({ at }) => (
              <path
                key={at}
                d={`M0 ${100 - at * 100}H100`}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {children}
          </svg>
          {over}
        </div>
        <div />
        <div aria-hidden="true" className="relative mt-2 h-4 whitespace-nowrap">
          {spaced(x).map(({ at, label }) => (
            <span key={at} className="absolute" style={{ left: `${at * 100}%`, translate: shift(at) }}>
              {label}
            </span>
          ))}
        </div>
      </div>
      {xName ? <p className="mt-1 text-end">{xName}</p> : null}
    </div>
  );
}

/** The least distance between two words under the axis, for screens as narrow as a phone's. */
const GAP = 0.19;

/** About half a word. */
const HALF = 0.08;

function spaced(ticks: readonly Tick[]): readonly Tick[] {
  let last = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at }) => {
    // A word at an end is shifted inwards.
    const middle = isFirst(at) ? at + HALF : isLast(at) ? at - HALF : at;
    if (middle - last < GAP) return false;
    last = middle;
    return true;
  });
}

const isFirst = (at: number) => at < 0.06;
const isLast = (at: number) => at > 0.94;

/** The words at the ends stay within the picture. */
function shift(at: number): string {
  return isFirst(at) ? "0" : isLast(at) ? "-100%" : "-50%";
}
