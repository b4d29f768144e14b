import type { ReactNode } from "react";
import { formatChange } from "#core/market/wording.ts";
import { describeMissingData, PRICES_FAILED } from "#core/wallet/performance.ts";
import type { Portfolio } from "#core/wallet/portfolio.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { Bar, ChartFigure, ChartTable } from "#web/ui/charts/chart-figure.tsx";
import { formatDay } from "#web/ui/day-time.tsx";
import type { MeasuredPerformance } from "./measure-portfolio.ts";

const METRIC_EXPLANATIONS = {
  totalReturn:
    "What you would have gained or lost if you had held exactly these amounts for the entire period.",
  best: "The holding whose price rose most, or fell least, over this period.",
  risk: "How much the value varies from day to day: the standard deviation of daily returns, annualized.",
  sharpe: "The mean daily return divided by its standard deviation, annualized, at a risk-free rate of 0.",
} as const;

interface AnalyticsTabProps {
  readonly portfolio: Portfolio | null;
  readonly performance: MeasuredPerformance;
  readonly isSample: boolean;
  /** Whether the balances couldn't be read. */
  readonly haveBalancesFailed?: boolean;
}

export default function AnalyticsTab({
  portfolio,
  performance,
  isSample,
  haveBalancesFailed,
}: AnalyticsTabProps) {
  if (portfolio === null)
    return <EmptyState>{haveBalancesFailed ? "No balances to show." : "Loading balances..."}</EmptyState>;
  const pricedHoldings = portfolio.holdings.filter(({ share }) => share !== null);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card>
        {pricedHoldings.length === 0 ? (
          <>
            <h3 className="text-sm font-semibold">Allocation</h3>
            <p className="mt-3 text-sm text-muted">You don't hold any assets with a known price.</p>
          </>
        ) : (
          <Allocation holdings={pricedHoldings} />
        )}
      </Card>
      <Card>
        <h3 className="text-sm font-semibold">Performance</h3>
        <Metrics performance={performance} total={portfolio.total} isSample={isSample} />
      </Card>
    </div>
  );
}

function Card({ children }: { children: ReactNode }) {
  return <div className="min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">{children}</div>;
}

function Allocation({ holdings }: { holdings: Portfolio["holdings"] }) {
  const formatShare = (share: number | null) => `${((share ?? 0) * 100).toFixed(1)}%`;
  return (
    <ChartFigure
      title="Allocation"
      table={
        <ChartTable
          columns={["Asset", "Share"]}
          rows={holdings.map(({ symbol, share }) => [symbol, formatShare(share)])}
        />
      }
    >
      <ul className="grid gap-3">
        {holdings.map(({ symbol, address, share }) => (
          <li key={address ?? symbol} className="text-sm">
            <p className="figures mb-1 flex justify-between gap-4">
              <span className="font-semibold">{symbol}</span>
              <span className="text-muted">{formatShare(share)}</span>
            </p>
            <Bar from={0} to={share ?? 0} className="fill-accent" />
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}

interface MetricsProps extends Pick<AnalyticsTabProps, "performance" | "isSample"> {
  readonly total: number | null;
}

function Metrics({ performance, total, isSample }: MetricsProps) {
  if (performance === "loading") return <EmptyState>Loading prices...</EmptyState>;
  if (performance === "failed") return <EmptyState>{PRICES_FAILED}</EmptyState>;
  if (performance === null)
    return (
      <p className="mt-3 max-w-[60ch] text-sm text-muted">
        Total return, best performer, risk and Sharpe ratio will appear here once {describeMissingData(total)}
      </p>
    );
  const { totalReturn, best, risk, sharpe, days, from, to } = performance;
  return (
    <>
      <dl className="figures mt-3 grid grid-cols-2 gap-x-6 gap-y-4">
        <Metric name="Total return" explanation={METRIC_EXPLANATIONS.totalReturn}>
          {formatChange(totalReturn)}
        </Metric>
        <Metric name="Best performer" explanation={METRIC_EXPLANATIONS.best}>
          {best.symbol} <span className="text-sm text-muted">{formatChange(best.changePercent)}</span>
        </Metric>
        <Metric name="Risk" explanation={METRIC_EXPLANATIONS.risk}>
          {risk.toFixed(1)}% <span className="text-sm text-muted">per year</span>
        </Metric>
        <Metric name="Sharpe ratio" explanation={METRIC_EXPLANATIONS.sharpe}>
          {sharpe === null ? "unknown" : sharpe.toFixed(2).replace("-", "−")}
        </Metric>
      </dl>
      <p className="mt-4 text-xs text-faint">
        Over {days} days from {formatDay(from)} to {formatDay(to)}
        {isSample ? " (sample data)" : ""}. Past performance doesn't predict future results. Not financial
        advice.
      </p>
    </>
  );
}

function Metric({ name, explanation, children }: { name: string; explanation: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
      <dd className="mt-0.5 text-xs text-faint">{explanation}</dd>
    </div>
  );
}
