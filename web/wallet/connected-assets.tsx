import { useMemo } from "react";
import type { Portfolio } from "#core/wallet/portfolio.ts";
import { AssetsTab } from "./assets-tab.tsx";
import { measurePortfolio, measureTrend } from "./measure-portfolio.ts";
import { usePriceHistories } from "./use-price-histories.ts";

interface ConnectedAssetsProps {
  readonly portfolio: Portfolio | null;
  readonly note: string | null;
  readonly haveBalancesFailed: boolean;
}

export default function ConnectedAssets({ portfolio, note, haveBalancesFailed }: ConnectedAssetsProps) {
  const histories = usePriceHistories();
  const performance = useMemo(() => measurePortfolio(portfolio, histories), [portfolio, histories]);
  const trends = useMemo(
    () =>
      Object.fromEntries(
        (typeof histories === "string" ? [] : histories).map(({ symbol, days }) => [
          symbol,
          measureTrend(days),
        ]),
      ),
    [histories],
  );
  return (
    <AssetsTab
      portfolio={portfolio}
      performance={performance}
      trends={trends}
      note={note}
      haveBalancesFailed={haveBalancesFailed}
    />
  );
}
