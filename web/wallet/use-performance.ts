import { useEffect, useState } from "react";
import type { PriceHistory } from "#core/ai/analysis.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance, type Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

/**
 * How the connected portfolio would have done. Asks this site for the kept prices of all assets alike, once and only
 * when the figures are looked at, so that nobody learns from it what somebody holds.
 */
export function usePerformance(
  portfolio: Portfolio | null,
  isWanted: boolean,
): Performance | "loading" | null {
  const [histories, setHistories] = useState<readonly PriceHistory[] | "loading" | null>(null);
  useEffect(() => {
    if (!isWanted || histories !== null) return;
    setHistories("loading");
    fetch("/wallet/prices")
      .then((answer) => (answer.ok ? (answer.json() as Promise<PriceHistory[]>) : []))
      .catch(() => [])
      .then(setHistories);
  }, [isWanted, histories]);

  if (portfolio === null || histories === "loading" || (isWanted && histories === null)) return "loading";
  if (histories === null) return null;
  const held = portfolio.holdings.flatMap(({ asset, symbol, units, decimals, price }) =>
    asset === null || price === null ? [] : [{ asset, symbol, amount: toNumber(units, decimals) }],
  );
  return measurePerformance(held, histories);
}
