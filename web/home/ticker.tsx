import { useState } from "react";
import { Age } from "#web/forum/age.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { StopButton } from "./stop-button.tsx";
import { useRotation } from "./use-rotation.ts";

const TURN_MS = 3000;

/** The prices, formatted by the server. */
export interface TickerPrices {
  readonly prices: readonly {
    readonly symbol: string;
    readonly name: string;
    readonly price: string;
    readonly change: string | null;
    readonly isDown: boolean;
  }[];
  /** ISO 8601 in UTC; null for sample prices. */
  readonly at: string | null;
  /** Why sample prices are shown; null when they aren't. */
  readonly sample: string | null;
}

/** Prices in a row that rotates; small screens show only the first one. */
export function Ticker({ market: { prices, sample, at } }: { market: TickerPrices }) {
  const [first, setFirst] = useState(0);
  const { isReady, isStopped, toggle, pauseProps } = useRotation(
    () => setFirst((index) => (index + 1) % prices.length),
    TURN_MS,
    first,
  );
  return (
    <section
      aria-label="Crypto prices"
      data-moves-in={TURN_MS}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface py-1.5 ps-2 pe-2"
      {...pauseProps}
    >
      <ul className="ticker">
        {prices.map(({ symbol, name, price, change, isDown }, index) => {
          const place = (index - first + prices.length) % prices.length;
          return (
            <li key={symbol} style={{ order: place }} className={place === 0 ? "bg-hover" : "max-md:sr-only"}>
              <div>
                <b>{symbol}</b> <span>{name}</span>
              </div>
              <div>
                <b>{price}</b>{" "}
                {change === null ? null : (
                  <span className={isDown ? "text-danger" : "text-accent"}>{change}</span>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <span className="text-xs whitespace-nowrap text-faint">
        {sample ? <SampleBadge why={sample} /> : at ? <Age time={at} form="detail" /> : null}
      </span>
      <span className={classNames(!isReady && "invisible")}>
        <StopButton what="the prices" isStopped={isStopped} onClick={toggle} />
      </span>
    </section>
  );
}
