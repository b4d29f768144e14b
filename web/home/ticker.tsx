import { useState } from "react";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import type { TickerPrices } from "./load-home.ts";
import { PauseButton, useRotation } from "./rotation.tsx";

const INTERVAL_MS = 3000;

/** Prices, one highlighted at a time; small screens show only that one. */
export function Ticker({ market: { prices, sampleNotice, updatedAt } }: { market: TickerPrices }) {
  const [currentIndex, setCurrentIndex] = useState(0);
  const { pauseProps, ...rotation } = useRotation(
    () => setCurrentIndex((index) => (index + 1) % prices.length),
    INTERVAL_MS,
    currentIndex,
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
            data-current={index === currentIndex || undefined}
            className={index === currentIndex ? "bg-hover" : "max-md:sr-only"}
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
