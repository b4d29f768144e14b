import { useEffect, useState } from "react";
import type { PriceHistory } from "#core/ai/analysis.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance, type Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

/**
 * The connected portfolio's performance. Requests the prices of all assets, so that the server can't infer holdings.
 */
export function usePerformance(portfolio: Portfolio | null): Performance | "loading" | null {
  const [histories, setHistories] = useState<readonly PriceHistory[] | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    fetch("/wallet/prices")
      .then((answer) => (answer.ok ? (answer.json() as Promise<PriceHistory[]>) : []))
      .catch(() => [])
      .then((found) => {
        if (!isUnmounted) setHistories(found);
      });
    return () => {
      isUnmounted = true;
    };
  }, []);

  if (portfolio === null || histories === null) return "loading";
  const priced = portfolio.holdings.flatMap(({ asset, symbol, units, decimals, price }) =>
    asset === null || price === null ? [] : [{ asset, symbol, amount: toNumber(units, decimals) }],
  );
  return measurePerformance(priced, histories);
}
