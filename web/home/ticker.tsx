import { useState } from "react";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import type { TickerPrices } from "./load-home.ts";
import { PauseButton, useRotation } from "./rotation.tsx";

const INTERVAL_MS = 3000;

/** Prices, one highlighted at a time; small screens show only that one. */
export function Ticker({ market: { prices, sampleNotice, updatedAt } }: { market: TickerPrices }) {
  const [current, setCurrent] = useState(0);
  const { pauseProps, ...rotation } = useRotation(
    () => setCurrent((index) => (index + 1) % prices.length),
    INTERVAL_MS,
    current,
  );
  return (
    <section
      aria-label="Crypto prices"
      data-animates-in={INTERVAL_MS}
      className="price-ticker"
      {...pauseProps}
    >
      <ul className="ticker">
        {prices.map(({ symbol, name, price, change, isDown }, index) => (
          <li
            key={symbol}
            data-current={index === current || undefined}
            className={index === current ? "bg-hover" : "max-md:sr-only"}
          >
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
        ))}
      </ul>
      <span className="text-xs whitespace-nowrap text-faint">
        {sampleNotice ? (
          <SampleBadge title={sampleNotice} />
        ) : updatedAt ? (
          <RelativeTime time={updatedAt} format="detail" />
        ) : null}
      </span>
      <PauseButton subject="ticker" {...rotation} />
    </section>
  );
}
