import type { AssetPrices } from "#core/market/assets.ts";
import { formatPrice } from "#core/market/wording.ts";
import { shortenAddress } from "#core/wallet/address.ts";
import { formatAmount, toNumber } from "#core/wallet/amounts.ts";
import type { Chain } from "#core/wallet/chains.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { filterSentTransactions } from "./sent-transactions.ts";
import { TransactionRow } from "./transaction-row.tsx";
import { useSentTransactions } from "./use-sent-transactions.ts";
import type { ConnectedState } from "./wallet-state.ts";

/** Transfers sent from this browser. Incoming ones would need an external index of the chain. */
export default function SentList({ state, prices }: { state: ConnectedState; prices: AssetPrices }) {
  const transactions = filterSentTransactions(useSentTransactions(), state);
  const explorer = state.chain ? { address: state.address, origin: state.chain.explorer } : null;
  return (
    <div className="grid gap-3">
      {transactions.length === 0 ? (
        <EmptyState illustration="inbox">
          You haven't used this browser to send anything from this account on this network yet.
        </EmptyState>
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
                    · <RelativeTime time={at} format="detail" />
                  </span>
                  {explorer ? (
                    <>
                      {" · "}
                      <a
                        href={`${explorer.origin}/tx/${hash}`}
                        target="_blank"
                        rel="noopener noreferrer"
                        className="whitespace-nowrap text-accent text-link"
                      >
                        {shortenAddress(hash)}
                      </a>
                    </>
                  ) : null}
                </>
              }
              value={formatValue(toNumber(BigInt(units), decimals), findPrice(symbol, state.chain, prices))}
              amount={`−${formatAmount(BigInt(units), decimals)} ${symbol}`}
              status={status}
            />
          ))}
        </ul>
      )}
      {explorer ? (
        <p className="text-sm text-muted">
          Only transfers sent from this browser are shown. To see incoming transfers, open{" "}
          <a
            href={`${explorer.origin}/address/${explorer.address}`}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent text-link"
          >
            {new URL(explorer.origin).host}
          </a>
          . That site will learn your address.
        </p>
      ) : null}
    </div>
  );
}

function findPrice(
  symbol: string,
  chain: Chain | undefined,
  { prices, isSample }: AssetPrices,
): number | null {
  if (!chain || isSample) return null;
  const asset = [chain.native, ...chain.tokens].find((listed) => listed.symbol === symbol)?.asset;
  return prices.find((price) => price.symbol === asset)?.price ?? null;
}

function formatValue(amount: number, price: number | null): string | null {
  return price === null ? null : formatPrice(amount * price);
}
