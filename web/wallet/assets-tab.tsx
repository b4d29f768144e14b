import { useState } from "react";
import { formatPrice } from "#core/market/wording.ts";
import { writeAmount } from "#core/wallet/amounts.ts";
import type { Portfolio, ValuedHolding } from "#core/wallet/portfolio.ts";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Amount } from "./amount.tsx";
import { Change } from "./change.tsx";

const getKey = ({ symbol, address }: ValuedHolding) => address ?? symbol;

interface AssetsTabProps {
  /** Null while balances are loading or if that failed. */
  readonly portfolio: Portfolio | null;
  /** What is missing from the list and its total. */
  readonly note: string | null;
  readonly isFailed: boolean;
}

/** Lists the holdings. Selecting one highlights it and shows details. */
export function AssetsTab({ portfolio, note, isFailed }: AssetsTabProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (portfolio === null)
    return <EmptyState>{isFailed ? "No balances to show." : "Loading balances..."}</EmptyState>;
  return (
    <ul className="grid gap-2">
      {note ? <li className="max-w-[68ch] text-sm text-muted">{note}</li> : null}
      {portfolio.holdings.map((holding) => {
        const key = getKey(holding);
        return (
          <li key={key}>
            <AssetRow
              holding={holding}
              isChosen={chosen === key}
              onChoose={() => setChosen(chosen === key ? null : key)}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface AssetRowProps {
  readonly holding: ValuedHolding;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AssetRow({ holding, isChosen, onChoose }: AssetRowProps) {
  const { symbol, name, units, decimals, value, price, changePercent, share, address } = holding;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        "grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-lg border p-3.5 text-start transition-colors sm:px-4",
        isChosen ? "border-accent bg-accent-soft" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-10 place-items-center rounded-full bg-hover text-xs font-bold text-muted"
      >
        {symbol.slice(0, 4)}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="figures block text-sm wrap-anywhere text-muted">
          <Amount>{writeAmount(units, decimals)}</Amount> {symbol}
        </span>
      </span>
      <span className="figures text-end">
        <span className="block font-semibold">
          {value === null ? (
            <span className="text-muted">unpriced</span>
          ) : (
            <Amount>{formatPrice(value)}</Amount>
          )}
        </span>
        <span className="block text-sm">{value === null ? null : <Change percent={changePercent} />}</span>
      </span>
      {isChosen ? (
        <span className="figures col-span-full mt-3 flex flex-wrap gap-x-6 gap-y-1 border-t border-line-strong pt-3 text-sm text-muted">
          <span>Price: {price === null ? "unknown" : formatPrice(price)}</span>
          {share === null ? null : <span>Share: {(share * 100).toFixed(1)}%</span>}
          {address === null ? null : <span className="min-w-0 break-all">Contract: {address}</span>}
        </span>
      ) : null}
    </button>
  );
}
