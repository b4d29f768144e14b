import { formatPrice } from "#core/market/wording.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";
import { Age } from "#web/forum/age.tsx";
import { SampleBadge } from "#web/news/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Amount } from "./amount.tsx";
import { Change } from "./change.tsx";
import { NO_PRICES, SAMPLE_WALLET } from "./texts.ts";

interface OverviewProps {
  /** Null while balances are loading or if that failed. */
  readonly portfolio: Portfolio | null;
  readonly isSample: boolean;
  /** What is missing from the total, in a few words. */
  readonly missing: string | null;
  /** Time of the prices, ISO 8601 in UTC; null without a price source. */
  readonly pricedAt: string | null;
  readonly isHidden: boolean;
  readonly onHide: (isHidden: boolean) => void;
}

export function Overview({ portfolio, isSample, missing, pricedAt, isHidden, onHide }: OverviewProps) {
  return (
    <section
      aria-labelledby="portfolio-overview"
      className="rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex items-start justify-between gap-3">
        <h2
          id="portfolio-overview"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-semibold"
        >
          Portfolio Overview
          {isSample ? <SampleBadge why={SAMPLE_WALLET} /> : null}
        </h2>
        <Button
          size="sm"
          look="quiet"
          className="-me-3 -mt-1 shrink-0"
          aria-pressed={isHidden}
          onClick={() => onHide(!isHidden)}
        >
          <Icon name={isHidden ? "eye" : "eye-off"} size={15} />
          {isHidden ? "Show" : "Hide"} <span className="sr-only">amounts</span>
        </Button>
      </div>
      <p className="figures mt-2 text-3xl font-bold">
        {portfolio === null ? (
          <span className="text-faint">–</span>
        ) : portfolio.total === null ? (
          <span key="unpriced" className="text-xl text-muted">
            No priced holdings
          </span>
        ) : (
          <Amount>{formatPrice(portfolio.total)}</Amount>
        )}
      </p>
      <p className="figures mt-1 min-h-5 text-sm">
        {portfolio?.total == null ? null : (
          <>
            <Change percent={portfolio.changePercent} className="font-semibold" />{" "}
            <span className="text-faint">
              {portfolio.changePercent === null ? null : "in 24 hours"}
              {missing ? ` · ${missing}` : null}
            </span>
          </>
        )}
      </p>
      <p className="mt-3 max-w-[68ch] text-sm text-muted">
        {isSample ? (
          `Sample data. ${SAMPLE_WALLET}`
        ) : pricedAt ? (
          <>
            Prices: <Age time={pricedAt} form="detail" />
          </>
        ) : (
          NO_PRICES
        )}
      </p>
    </section>
  );
}
