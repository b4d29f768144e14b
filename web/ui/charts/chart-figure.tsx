import { type ReactNode, useId } from "react";
import { Icon } from "#web/ui/icon.tsx";

interface ChartTableProps {
  readonly columns: readonly string[];
  /** A row begins with its header. */
  readonly rows: readonly (readonly string[])[];
  /** Indexes of text columns; the others are numeric. The first column is always text. */
  readonly textColumns?: readonly number[];
}

export function ChartTable({ columns, rows, textColumns = [] }: ChartTableProps) {
  const getAlignment = (column: number) =>
    column === 0 || textColumns.includes(column) ? "text-start" : "text-end";
  return (
    <details className="group mt-2 print:hidden">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm py-1 text-sm text-muted hover:text-text">
        <Icon name="chevron-right" size={14} className="transition-transform group-open:rotate-90" />
        Show as a table
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling table must be reachable by keyboard */}
      <div className="mt-2 max-h-72 overflow-auto rounded-md border border-line" tabIndex={0}>
        <table className="figures w-full border-collapse text-xs [overflow-wrap:normal]">
          <thead className="sticky top-0 bg-raised">
            <tr>
              {columns.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className={`px-3 py-1.5 font-semibold text-muted ${getAlignment(column)}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = "", ...cells], row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal
              <tr key={row} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 text-start font-normal">
                  {name}
                </th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]} className={`px-3 py-1.5 ${getAlignment(index + 1)}`}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface ChartFigureProps {
  readonly title: ReactNode;
  readonly legend?: readonly { readonly label: ReactNode; readonly swatch: ReactNode }[];
  readonly table: ReactNode;
  readonly children: ReactNode;
}

export function ChartFigure({ title, legend = [], table, children }: ChartFigureProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption id={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
        {title}
      </figcaption>
      {legend.length > 0 ? (
        <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
          {legend.map(({ label, swatch }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a legend is never sorted
            <li key={index} className="inline-flex items-center gap-1.5">
              {swatch}
              {label}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-3">{children}</div>
      {table}
    </figure>
  );
}

interface BarProps {
  /** The ends of the bar, from 0 to 1 in either order. */
  readonly from: number;
  readonly to: number;
  readonly className: string;
  /** The position of a vertical line across the bar, from 0 to 1. */
  readonly baseline?: number;
}

export function Bar({ from, to, className, baseline }: BarProps) {
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
      {baseline === undefined ? null : (
        <line
          x1={formatPercent(baseline)}
          x2={formatPercent(baseline)}
          y1="-3"
          y2="11"
          className="stroke-line-strong"
        />
      )}
    </svg>
  );
}
