import type { Portfolio } from "#core/wallet/portfolio.ts";
import AnalyticsTab from "./analytics-tab.tsx";
import { measurePortfolio } from "./measure-portfolio.ts";
import { usePriceHistories } from "./use-price-histories.ts";

interface ConnectedAnalyticsProps {
  readonly portfolio: Portfolio | null;
  readonly haveBalancesFailed: boolean;
}

export default function ConnectedAnalytics({ portfolio, haveBalancesFailed }: ConnectedAnalyticsProps) {
  const performance = measurePortfolio(portfolio, usePriceHistories());
  return (
    <AnalyticsTab
      portfolio={portfolio}
      performance={performance}
      isSample={false}
      haveBalancesFailed={haveBalancesFailed}
    />
  );
}
