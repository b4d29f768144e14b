interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly className: string;
  /** The position of a baseline, from 0 to 1. */
  readonly axis?: number;
}

export function Bar({ from, to, className, axis }: BarProps) {
  const [start, end] = from < to ? [from, to] : [to, from];
  const formatPercent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;
  return (
    <svg aria-hidden="true" className="block h-2 w-full overflow-visible">
      <rect width="100%" height="100%" rx="4" className="fill-hover" />
      <rect
        x={formatPercent(start)}
        width={formatPercent(Math.max(end - start, 0.004))}
        height="100%"
        rx="4"
        className={className}
      />
      {axis === undefined ? null : (
        <line
          x1={formatPercent(axis)}
          x2={formatPercent(axis)}
          y1="-3"
          y2="11"
          className="stroke-line-strong"
        />
      )}
    </svg>
  );
}
