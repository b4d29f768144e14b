import type { Portfolio } from "#core/wallet/portfolio.ts";
import AnalyticsTab from "./analytics-tab.tsx";
import { measurePortfolio } from "./measure-portfolio.ts";
import { usePriceHistories } from "./use-price-histories.ts";

export default function ConnectedAnalytics({ portfolio }: { portfolio: Portfolio | null }) {
  const performance = measurePortfolio(portfolio, usePriceHistories());
  return <AnalyticsTab portfolio={portfolio} performance={performance} isSample={false} />;
}
