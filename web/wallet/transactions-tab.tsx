import type { ReactNode } from "react";
import { shortenAddress } from "#core/wallet/address.ts";
import { writeAmount } from "#core/wallet/amounts.ts";
import { Age } from "#web/forum/age.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Amount } from "./amount.tsx";
import type { WalletData } from "./load-wallet.ts";
import type { SentTransaction } from "./sent-transactions.ts";

export function SampleTransactions({ transactions }: Pick<WalletData["sample"], "transactions">) {
  return (
    <ul className="grid gap-2">
      {transactions.map(({ at, direction, symbol, amount, counterparty, status }) => (
        <Row
          key={at}
          direction={direction}
          title={`${direction === "sent" ? "Sent" : "Received"} ${symbol}`}
          detail={
            <>
              {direction === "sent" ? "To" : "From"} {counterparty} · <Age time={at} form="detail" />
            </>
          }
          amount={`${direction === "sent" ? "−" : "+"}${amount} ${symbol}`}
          status={status}
        />
      ))}
    </ul>
  );
}

interface SentTransactionsProps {
  readonly transactions: readonly SentTransaction[];
  /** Where the whole history can be looked up; null for a network that is not known. */
  readonly explorer: { readonly address: string; readonly origin: string } | null;
}

/** What was sent from here. What came from others only an outside index of the chain knows. */
export function SentTransactions({ transactions, explorer }: SentTransactionsProps) {
  return (
    <div className="grid gap-3">
      {transactions.length === 0 ? (
        <EmptyState>Nothing was sent from this browser on this network yet.</EmptyState>
      ) : (
        <ul className="grid gap-2">
          {transactions.map(({ hash, symbol, units, decimals, to, at, status }) => (
            <Row
              key={hash}
              direction="sent"
              title={`Sent ${symbol}`}
              detail={
                <>
                  To {shortenAddress(to)} · <Age time={at} form="detail" />
                  {explorer ? (
                    <>
                      {" · "}
                      <a
                        href={`${explorer.origin}/tx/${hash}`}
                        target="_blank"
                        rel="noopener noreferrer"
                        className="text-accent hover:underline"
                      >
                        {shortenAddress(hash)}
                      </a>
                    </>
                  ) : null}
                </>
              }
              amount={`−${writeAmount(BigInt(units), decimals)} ${symbol}`}
              status={status}
            />
          ))}
        </ul>
      )}
      {explorer ? (
        <p className="text-sm text-muted">
          Here stands what was sent from this page. What others sent to you is not known here;{" "}
          <a
            href={`${explorer.origin}/address/${explorer.address}`}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent hover:underline"
          >
            {new URL(explorer.origin).host}
          </a>{" "}
          knows it, and learns your address when you go there.
        </p>
      ) : null}
    </div>
  );
}

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

function Row({ direction, title, detail, amount, status }: RowProps) {
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
