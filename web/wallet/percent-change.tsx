import { formatChange } from "#core/market/wording.ts";
import { classNames } from "#web/ui/class-names.ts";

export function PercentChange({ percent, className }: { percent: number | null; className?: string }) {
  if (percent === null)
    return <span className={classNames("text-faint", className)}>24h change unknown</span>;
  return (
    <span className={classNames(percent < 0 ? "text-danger" : "text-accent", className)}>
      {formatChange(percent)}
    </span>
  );
}
