import type { Portfolio } from "#core/wallet/portfolio.ts";
import AnalyticsTab from "./analytics-tab.tsx";
import { usePerformance } from "./use-performance.ts";

export default function ConnectedAnalytics({ portfolio }: { portfolio: Portfolio | null }) {
  const performance = usePerformance(portfolio);
  return <AnalyticsTab portfolio={portfolio} performance={performance} isSample={false} />;
}
