import sprite from "virtual:icon-sprite";
import { useState } from "react";
import { formatCount } from "#core/format-count.ts";
import { formatChange, formatPrice } from "#core/market/wording.ts";
import { formatAmount } from "#core/wallet/amounts.ts";
import { describeMissingData, PRICES_FAILED } from "#core/wallet/performance.ts";
import type { Portfolio, ValuedHolding } from "#core/wallet/portfolio.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Amount, PercentChange } from "./amount.tsx";
import type { MeasuredPerformance, PriceTrend } from "./measure-portfolio.ts";
import { ValueChart } from "./value-chart.tsx";

const getKey = ({ symbol, address }: ValuedHolding) => address ?? symbol;

interface AssetsTabProps {
  readonly portfolio: Portfolio | null;
  /** For the chart. Undefined for a connected wallet without real prices, and while a connection is being restored. */
  readonly performance: MeasuredPerformance | undefined;
  /** By asset. */
  readonly trends: Readonly<Record<string, PriceTrend | null>>;
  /** What is missing from the list and the total; null if nothing is. */
  readonly note: string | null;
  readonly haveBalancesFailed: boolean;
}

export function AssetsTab({ portfolio, performance, trends, note, haveBalancesFailed }: AssetsTabProps) {
  const [selectedKey, setSelectedKey] = useState<string | null>(null);
  if (portfolio === null)
    return <EmptyState>{haveBalancesFailed ? "No balances to show." : "Loading balances..."}</EmptyState>;
  return (
    <div className="grid gap-3">
      {performance === undefined ? null : <ValueCard performance={performance} total={portfolio.total} />}
      <ul className="grid gap-2">
        {note ? <li className="max-w-[68ch] text-sm text-muted">{note}</li> : null}
        {portfolio.holdings.map((holding) => {
          const key = getKey(holding);
          return (
            <li key={key}>
              <AssetRow
                holding={holding}
                trend={trends[holding.asset ?? ""] ?? null}
                isSelected={selectedKey === key}
                onToggle={() => setSelectedKey(selectedKey === key ? null : key)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface AssetRowProps {
  readonly holding: ValuedHolding;
  readonly trend: PriceTrend | null;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function AssetRow({ holding, trend, isSelected, onToggle }: AssetRowProps) {
  const { symbol, name, units, decimals, value, price, changePercent, share, address } = holding;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onToggle}
      className={classNames(
        "grid w-full grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3.5 rounded-lg border p-3.5 sm:grid-cols-[auto_minmax(0,1fr)_auto_7.5rem] sm:gap-x-5 text-start transition-colors sm:px-4",
        isSelected ? "border-accent bg-accent-soft" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      <CoinIcon symbol={symbol} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="figures block text-sm wrap-anywhere text-muted">
          <Amount>{formatAmount(units, decimals)}</Amount> {symbol}
        </span>
      </span>
      {trend === null ? <span /> : <Sparkline prices={trend.prices} />}
      <span className="figures text-end">
        <span className="block font-semibold">
          {value === null ? (
            <span className="text-muted">No price</span>
          ) : (
            <Amount>{formatPrice(value)}</Amount>
          )}
        </span>
        <span className="block text-sm">
          {value === null ? null : <PercentChange percent={changePercent} />}
        </span>
      </span>
      {isSelected ? (
        <span className="figures col-span-full mt-3 flex flex-wrap gap-x-6 gap-y-1 border-t border-line-strong pt-3 text-sm text-muted">
          <span>Price: {price === null ? "unknown" : formatPrice(price)}</span>
          {trend === null ? null : (
            <span>
              {formatCount(trend.days, "day")}: {formatChange(trend.changePercent)}
            </span>
          )}
          {share === null ? null : <span>Share: {(share * 100).toFixed(1)}%</span>}
          {address === null ? null : <span className="min-w-0 break-all">Contract: {address}</span>}
        </span>
      ) : null}
    </button>
  );
}

/** The value chart, or the reason it isn't shown. Both have the same height, so that the page doesn't shift. */
function ValueCard({ performance, total }: { performance: MeasuredPerformance; total: number | null }) {
  return (
    <div className="min-h-77 min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">
      {performance === "loading" ? (
        <p className="text-sm text-muted">Loading prices...</p>
      ) : performance === "failed" ? (
        <p className="text-sm text-muted">{PRICES_FAILED}</p>
      ) : performance === null ? (
        <p className="max-w-[60ch] text-sm text-muted">
          Your portfolio's value over time will appear here once {describeMissingData(total)}
        </p>
      ) : (
        <ValueChart performance={performance} />
      )}
    </div>
  );
}

/** The vertical range is at least this fraction of the highest price, so that a stable price looks stable. */
const RANGE_MIN = 0.05;

/** A small line chart of an asset's recent prices. Screen readers read the figures next to it instead. */
function Sparkline({ prices }: { prices: readonly number[] }) {
  const high = Math.max(...prices);
  const low = Math.min(...prices);
  const range = Math.max(high - low, high * RANGE_MIN);
  const bottom = (high + low - range) / 2;
  const points = prices.map((price, index) => {
    const x = (index / (prices.length - 1)) * 80;
    const y = 26 - ((price - bottom) / range) * 24;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 80 28"
      preserveAspectRatio="none"
      className="h-7 w-full max-w-12 justify-self-end overflow-visible sm:w-20 sm:max-w-none"
    >
      <path
        d={`M${points.join("L")}`}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-muted"
      />
    </svg>
  );
}

/** The coins with a glyph in scripts/icon-sprite.ts. A wrapped coin uses the glyph of the coin that it wraps. */
const COINS: Readonly<Record<string, { readonly glyph: string; readonly color: string }>> = {
  BTC: { glyph: "btc", color: "text-(--category-crypto)" },
  WBTC: { glyph: "btc", color: "text-(--category-crypto)" },
  ETH: { glyph: "eth", color: "text-(--category-quantum)" },
  WETH: { glyph: "eth", color: "text-(--category-quantum)" },
  BNB: { glyph: "bnb", color: "text-(--category-news)" },
  ADA: { glyph: "ada", color: "text-(--category-ai)" },
  SOL: { glyph: "sol", color: "text-(--category-defi)" },
  POL: { glyph: "pol", color: "text-(--category-quantum)" },
  USDC: { glyph: "usdc", color: "text-(--category-ai)" },
  USDT: { glyph: "usdt", color: "text-(--category-defi)" },
  DAI: { glyph: "dai", color: "text-(--category-crypto)" },
};

function CoinIcon({ symbol }: { symbol: string }) {
  const coin = COINS[symbol];
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "grid size-10 place-items-center rounded-full bg-hover text-xs font-bold",
        coin?.color ?? "text-muted",
      )}
    >
      {coin ? (
        <svg width="24" height="24" aria-hidden="true">
          <use href={`${sprite}#coin-${coin.glyph}`} />
        </svg>
      ) : (
        symbol.slice(0, 4)
      )}
    </span>
  );
}
