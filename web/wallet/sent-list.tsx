import { shortenAddress } from "#core/wallet/address.ts";
import { writeAmount } from "#core/wallet/amounts.ts";
import { Age } from "#web/forum/age.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { filterSent } from "./sent-transactions.ts";
import { TransactionRow } from "./transaction-row.tsx";
import { useSent } from "./use-sent.ts";
import type { Connected } from "./wallet-state.ts";

/** Transfers sent from this browser. Incoming ones would need an external index of the chain. */
export default function SentList({ state }: { state: Connected }) {
  const transactions = filterSent(useSent(), state);
  const explorer = state.chain ? { address: state.address, origin: state.chain.explorer } : null;
  return (
    <div className="grid gap-3">
      {transactions.length === 0 ? (
        <EmptyState>You haven't sent anything from this browser on this network yet.</EmptyState>
      ) : (
        <ul className="grid gap-2">
          {transactions.map(({ hash, symbol, units, decimals, to, at, status }) => (
            <TransactionRow
              key={hash}
              direction="sent"
              title={`Sent ${symbol}`}
              detail={
                <>
                  To {shortenAddress(to)}{" "}
                  <span className="whitespace-nowrap">
                    · <Age time={at} form="detail" />
                  </span>
                  {explorer ? (
                    <>
                      {" · "}
                      <a
                        href={`${explorer.origin}/tx/${hash}`}
                        target="_blank"
                        rel="noopener noreferrer"
                        className="whitespace-nowrap text-accent hover:underline"
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
          Only transfers sent from this browser are shown. For incoming ones, see{" "}
          <a
            href={`${explorer.origin}/address/${explorer.address}`}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent hover:underline"
          >
            {new URL(explorer.origin).host}
          </a>
          , which will learn your address.
        </p>
      ) : null}
    </div>
  );
}
