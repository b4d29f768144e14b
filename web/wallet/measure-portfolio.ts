import type { PriceHistory } from "#core/market/price-history.ts";
import { toNumber } from "#core/wallet/amounts.ts";
import { measurePerformance, type Performance } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";

export function measurePortfolio(
  portfolio: Portfolio | null,
  histories: readonly PriceHistory[] | null,
): Performance | "loading" | null {
  if (portfolio === null || histories === null) return "loading";
  const pricedHoldings = portfolio.holdings.flatMap(({ asset, symbol, units, decimals, price }) =>
    asset === null || price === null ? [] : [{ asset, symbol, amount: toNumber(units, decimals) }],
  );
  return measurePerformance(pricedHoldings, histories);
}
