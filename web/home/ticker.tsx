import { useState } from "react";
import type { MarketPrices } from "#core/market/coins.ts";
import { SAMPLE_PRICES, writeChange, writePrice } from "#core/market/wording.ts";
import { Age } from "#web/forum/age.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { StopButton } from "./stop-button.tsx";
import { useTurns } from "./use-turns.ts";

const TURN_MS = 3000;

/** Prices in a row whose first place goes round; small screens show the first place alone. */
export function Ticker({ market: { prices, isSample, at } }: { market: MarketPrices }) {
  const [first, setFirst] = useState(0);
  const { isReady, isStopped, stopOrGo, hold } = useTurns(
    () => setFirst((index) => (index + 1) % prices.length),
    TURN_MS,
    first,
  );
  return (
    <section
      aria-label="Crypto prices"
      className="flex items-center gap-3 rounded-lg border border-line bg-surface py-1.5 ps-2 pe-2"
      {...hold}
    >
      <ul className="figures flex min-w-0 flex-1 md:gap-1">
        {prices.map(({ symbol, name, price, changePercent }, index) => {
          const place = (index - first + prices.length) % prices.length;
          return (
            <li
              key={symbol}
              style={{ order: place }}
              className={classNames(
                "flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 rounded-md px-3 py-1.5 text-sm transition-colors",
                place === 0 ? "bg-hover" : "max-md:sr-only",
              )}
            >
              <span className="font-bold">{symbol}</span>
              <span className="text-xs text-faint">{name}</span>
              <span className="ms-auto font-semibold">{writePrice(price)}</span>
              {changePercent === null ? null : (
                <span className={classNames("text-xs", changePercent < 0 ? "text-danger" : "text-accent")}>
                  {writeChange(changePercent)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <span className="text-xs whitespace-nowrap text-faint">
        {isSample ? <SampleBadge why={SAMPLE_PRICES} /> : at ? <Age time={at} form="detail" /> : null}
      </span>
      <span className={classNames(!isReady && "invisible")}>
        <StopButton what="the prices" isStopped={isStopped} onClick={stopOrGo} />
      </span>
    </section>
  );
}
