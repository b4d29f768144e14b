import { useEffect, useState } from "react";
import type { PriceHistory } from "#core/market/price-history.ts";

/** A year of prices; null while they are loading. Requests all assets' prices, to keep the holdings private. */
export function usePriceHistories(): readonly PriceHistory[] | null {
  const [histories, setHistories] = useState<readonly PriceHistory[] | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    fetch("/wallet/prices")
      .then((response) => (response.ok ? (response.json() as Promise<PriceHistory[]>) : []))
      .catch(() => [])
      .then((results) => {
        if (!isUnmounted) setHistories(results);
      });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return histories;
}
