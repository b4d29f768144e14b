import { useEffect, useState } from "react";
import type { PriceHistory } from "#core/ai/analysis.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance, type Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

/**
 * How the connected portfolio would have done. Asks this site for the kept prices of all assets alike, and only when
 * the figures are looked at, so that nobody learns from it what somebody holds.
 */
export function usePerformance(portfolio: Portfolio | null): Performance | "loading" | null {
  const [histories, setHistories] = useState<readonly PriceHistory[] | null>(null);
  useEffect(() => {
    let isOver = false;
    fetch("/wallet/prices")
      .then((answer) => (answer.ok ? (answer.json() as Promise<PriceHistory[]>) : []))
      .catch(() => [])
      .then((found) => {
        if (!isOver) setHistories(found);
      });
    return () => {
      isOver = true;
    };
  }, []);

  if (portfolio === null || histories === null) return "loading";
  const held = portfolio.holdings.flatMap(({ asset, symbol, units, decimals, price }) =>
    asset === null || price === null ? [] : [{ asset, symbol, amount: toNumber(units, decimals) }],
  );
  return measurePerformance(held, histories);
}
