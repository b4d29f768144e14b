import { formatPrice } from "#core/market/wording.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import type { WalletData } from "./load-wallet.ts";
import { TransactionRow } from "./transaction-row.tsx";

export default function SampleTransactions({ transactions }: Pick<WalletData["sample"], "transactions">) {
  return (
    <ul className="grid gap-2">
      {transactions.map(({ at, direction, symbol, amount, value, counterparty, status }) => (
        <TransactionRow
          key={at}
          direction={direction}
          title={`${direction === "sent" ? "Sent" : "Received"} ${symbol}`}
          detail={
            <>
              {direction === "sent" ? "To" : "From"} {counterparty}{" "}
              <span className="whitespace-nowrap">
                · <RelativeTime time={at} format="detail" />
              </span>
            </>
          }
          amount={`${direction === "sent" ? "−" : "+"}${amount} ${symbol}`}
          value={value === null ? null : formatPrice(value)}
          status={status}
        />
      ))}
    </ul>
  );
}
