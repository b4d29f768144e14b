import type { ReactNode } from "react";
import { dropCrowdedTicks, isNearEnd, isNearStart } from "./crowded-ticks.ts";

export interface Tick {
  /** The position on the axis, from 0 (left or bottom) to 1 (right or top). */
  readonly at: number;
  readonly label: string;
}

interface PlotProps {
  readonly label: string;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xName?: string;
  readonly yName?: string;
  /** A lower height, for pages with other content or many charts. */
  readonly isLow?: boolean;
  /** SVG in a box of 100 by 100. It is stretched, so lines need `vectorEffect="non-scaling-stroke"`. */
  readonly children: ReactNode;
  /** HTML on top of the SVG, positioned by percentages. */
  readonly overlay?: ReactNode;
}

/** Two axes around a stretched drawing. Labels aren't stretched, so the server needn't know the width. */
export function Plot({ label, xTicks, yTicks, xName, yName, isLow = false, children, overlay }: PlotProps) {
  const longestLabel = yTicks.reduce(
    (longest, tick) => (tick.label.length > longest.length ? tick.label : longest),
    "",
  );
  return (
    <div className="figures text-xs text-faint">
      {yName ? <p className="mb-3">{yName}</p> : null}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden="true" className="relative whitespace-nowrap">
          <span className="invisible">{longestLabel}</span>
          {yTicks.map(({ at: position, label }) => (
            <span
              key={position}
              className="absolute end-0 translate-y-1/2 leading-none"
              style={{ bottom: `${position * 100}%` }}
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
            {yTicks.map(({ at: position }) => (
              <path
                key={position}
                d={`M0 ${100 - position * 100}H100`}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {children}
          </svg>
          {overlay}
        </div>
        <div />
        <div aria-hidden="true" className="relative mt-2 h-4 whitespace-nowrap">
          {dropCrowdedTicks(xTicks).map(({ at: position, label }) => (
            <span
              key={position}
              className="absolute"
              style={{ left: `${position * 100}%`, translate: getLabelShift(position) }}
            >
              {label}
            </span>
          ))}
        </div>
      </div>
      {xName ? <p className="mt-1 text-end">{xName}</p> : null}
    </div>
  );
}

/** The CSS `translate` value that centers a label on its tick or, near an end, places it inside the chart. */
function getLabelShift(position: number): string {
  return isNearStart(position) ? "0" : isNearEnd(position) ? "-100%" : "-50%";
}
