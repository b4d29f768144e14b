import { formatInteger } from "#core/format-count.ts";
import { classNames } from "../ui/class-names.ts";

interface FigureRowProps {
  readonly figures: readonly { readonly label: string; readonly value: number }[];
  readonly className?: string;
}

/** A row of counts: one box on small screens, otherwise a card each. */
export function FigureRow({ figures, className }: FigureRowProps) {
  return (
    <dl className={classNames("figure-row", className)}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatInteger(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
