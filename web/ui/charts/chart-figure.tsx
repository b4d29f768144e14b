import { type ReactNode, useId } from "react";

interface ChartFigureProps {
  readonly title: ReactNode;
  readonly legend?: readonly { readonly label: ReactNode; readonly sample: ReactNode }[];
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
          {legend.map(({ label, sample }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a legend is never sorted
            <li key={index} className="inline-flex items-center gap-1.5">
              {sample}
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
