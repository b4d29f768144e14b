import { formatPrice } from "#core/market/wording.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { SampleBadge } from "#web/lists/sample-badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Amount, PercentChange } from "./amount.tsx";
import { NO_PRICES, SAMPLE_HINT } from "./messages.ts";

interface OverviewProps {
  readonly portfolio: Portfolio | null;
  readonly isSample: boolean;
  /** What is missing from the total, in a few words; null if nothing is. */
  readonly shortNote: string | null;
  /** When the prices were updated, in ISO 8601 and UTC; null if there are no real prices. */
  readonly pricedAt: string | null;
  readonly areAmountsHidden: boolean;
  readonly onAmountsHiddenChange: (areHidden: boolean) => void;
}

export function Overview({
  portfolio,
  isSample,
  shortNote,
  pricedAt,
  areAmountsHidden,
  onAmountsHiddenChange,
}: OverviewProps) {
  return (
    <section
      aria-labelledby="portfolio-overview"
      className="rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex items-start justify-between gap-3">
        <h2
          id="portfolio-overview"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold"
        >
          Portfolio Overview
          {isSample ? <SampleBadge title={SAMPLE_HINT} /> : null}
        </h2>
        <Button
          size="sm"
          variant="quiet"
          className="-me-3 -mt-1 shrink-0"
          aria-pressed={areAmountsHidden}
          onClick={() => onAmountsHiddenChange(!areAmountsHidden)}
        >
          <Icon name={areAmountsHidden ? "eye" : "eye-off"} size={15} />
          {areAmountsHidden ? "Show" : "Hide"} <span className="sr-only">amounts</span>
        </Button>
      </div>
      <p className="figures mt-2 text-3xl font-bold">
        {portfolio === null ? (
          <span className="text-faint">–</span>
        ) : portfolio.total === null ? (
          <span key="unpriced" className="text-xl text-muted">
            No prices available
          </span>
        ) : (
          <Amount>{formatPrice(portfolio.total)}</Amount>
        )}
      </p>
      <p className="figures mt-1 min-h-5 text-sm">
        {portfolio?.total == null ? null : (
          <>
            <PercentChange percent={portfolio.changePercent} className="font-semibold" />{" "}
            <span className="text-faint">
              {portfolio.changePercent === null ? null : "in the last 24 hours"}
              {shortNote ? ` · ${shortNote}` : null}
            </span>
          </>
        )}
      </p>
      <p className="mt-3 max-w-[68ch] text-sm text-muted">
        {isSample ? (
          `Sample data. ${SAMPLE_HINT}`
        ) : pricedAt ? (
          <>
            Prices updated <RelativeTime time={pricedAt} format="detail" />
          </>
        ) : (
          NO_PRICES
        )}
      </p>
    </section>
  );
}
