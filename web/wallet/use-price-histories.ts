import { useEffect, useState } from "react";
import type { PriceHistory } from "#core/market/price-history.ts";

async function loadPriceHistories(): Promise<readonly PriceHistory[] | "failed"> {
  try {
    const response = await fetch("/wallet/prices");
    return response.ok ? ((await response.json()) as PriceHistory[]) : "failed";
  } catch {
    return "failed";
  }
}

/** Loads a year of prices. Requests all assets' prices, to keep the holdings private. */
export function usePriceHistories(): readonly PriceHistory[] | "loading" | "failed" {
  const [histories, setHistories] = useState<readonly PriceHistory[] | "loading" | "failed">("loading");
  useEffect(() => {
    let isUnmounted = false;
    loadPriceHistories().then((result) => {
      if (!isUnmounted) setHistories(result);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  return histories;
}
