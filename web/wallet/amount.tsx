import { createContext, type ReactNode, use } from "react";
import { formatChange } from "#core/market/wording.ts";
import { classNames } from "#web/ui/class-names.ts";
import { AMOUNT_MASK } from "./messages.ts";

/** Whether amounts are masked. Percentages never are. */
export const AmountsHiddenContext = createContext(false);

/** An amount or its mask. The mask's width is constant, so that it doesn't reveal the amount. */
export function Amount({ children }: { children: ReactNode }) {
  if (!use(AmountsHiddenContext)) return <>{children}</>;
  return (
    <>
      <span aria-hidden="true">{AMOUNT_MASK}</span>
      <span className="sr-only">hidden</span>
    </>
  );
}

export function PercentChange({ percent, className }: { percent: number | null; className?: string }) {
  if (percent === null)
    return <span className={classNames("text-faint", className)}>24h change unknown</span>;
  return (
    <span className={classNames(percent < 0 ? "text-danger" : "text-accent", className)}>
      {formatChange(percent)}
    </span>
  );
}
