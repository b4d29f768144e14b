import { classNames } from "./class-names.ts";

interface FigureRowProps {
  readonly figures: readonly { readonly label: string; readonly value: number }[];
  readonly className?: string;
}

/** A row of live figures: one frame on small screens, a card for each on others. */
export function FigureRow({ figures, className }: FigureRowProps) {
  return (
    <dl
      className={classNames(
        "figures grid auto-cols-fr grid-flow-col divide-x divide-line rounded-lg border border-line bg-surface sm:gap-3 sm:divide-x-0 sm:rounded-none sm:border-0 sm:bg-transparent",
        className,
      )}
    >
      {figures.map(({ label, value }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col px-2 py-2.5 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:px-4 sm:py-3"
        >
          <dt className="order-2 text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="text-lg font-bold sm:text-xl">{value.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}
