import type { ReactNode } from "react";
import { Badge, type BadgeVariant } from "#web/ui/badge.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Amount } from "./amount.tsx";
import type { SentStatus } from "./sent-transactions.ts";

const STATUS_VARIANTS: Readonly<Record<SentStatus, BadgeVariant>> = {
  completed: "accent",
  pending: "warning",
  failed: "danger",
  dropped: "quiet",
};

interface TransactionRowProps {
  readonly direction: "sent" | "received";
  readonly title: string;
  readonly detail: ReactNode;
  readonly amount: string;
  readonly value: string | null;
  readonly status: SentStatus;
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
        <Badge variant={STATUS_VARIANTS[status]} label={status} />
      </span>
    </li>
  );
}
