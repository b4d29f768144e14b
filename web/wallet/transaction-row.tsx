import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Amount } from "./amount.tsx";

const STATUS_LOOKS = {
  completed: "bg-accent-soft text-accent",
  pending: "bg-warning-soft text-warning",
  failed: "bg-danger-soft text-danger",
  dropped: "bg-hover text-muted",
} as const;

interface RowProps {
  readonly direction: "sent" | "received";
  readonly title: string;
  readonly detail: ReactNode;
  readonly amount: string;
  readonly status: keyof typeof STATUS_LOOKS;
}

export function TransactionRow({ direction, title, detail, amount, status }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-lg border border-line bg-surface p-3.5 sm:px-4">
      <span
        aria-hidden="true"
        className={classNames(
          "grid size-10 place-items-center rounded-full",
          direction === "sent" ? "bg-hover text-muted" : "bg-accent-soft text-accent",
        )}
      >
        <Icon name={direction === "sent" ? "arrow-up-right" : "arrow-down-left"} size={18} />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="figures block text-sm text-muted">{detail}</span>
      </span>
      <span className="figures grid justify-items-end gap-1 text-end">
        <span className="font-semibold">
          <Amount>{amount}</Amount>
        </span>
        <span className={classNames("rounded-full px-2 py-0.5 text-xs font-semibold", STATUS_LOOKS[status])}>
          {status}
        </span>
      </span>
    </li>
  );
}
