import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Amount } from "./amount.tsx";

const STATUS_CLASSES = {
  completed: "bg-accent-soft text-accent",
  pending: "bg-warning-soft text-warning",
  failed: "bg-danger-soft text-danger",
  dropped: "bg-hover text-muted",
} as const;

interface TransactionRowProps {
  readonly direction: "sent" | "received";
  readonly title: string;
  readonly detail: ReactNode;
  readonly amount: string;
  readonly value: string | null;
  readonly status: keyof typeof STATUS_CLASSES;
}

export function TransactionRow({ direction, title, detail, amount, value, status }: TransactionRowProps) {
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
        {value === null ? null : (
          <span className="text-sm text-muted" title="At today's price">
            <Amount>≈ {value}</Amount>
          </span>
        )}
        <span
          className={classNames("rounded-full px-2 py-0.5 text-xs font-semibold", STATUS_CLASSES[status])}
        >
          {status}
        </span>
      </span>
    </li>
  );
}
