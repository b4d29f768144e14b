import { PERFORMANCE_MIN_DAYS, type Performance } from "#core/wallet/performance.ts";
import { ValueChart } from "./value-chart.tsx";

/** The value chart, or why there is none yet. Its height doesn't depend on which. */
export function ValueCard({ performance }: { performance: Performance | "loading" | null }) {
  return (
    <div className="min-h-77 min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">
      {performance === "loading" ? (
        <p className="text-sm text-muted">Loading prices...</p>
      ) : performance === null ? (
        <p className="max-w-[60ch] text-sm text-muted">
          The value over time will be shown here once this site has {PERFORMANCE_MIN_DAYS} days of prices for
          every priced holding.
        </p>
      ) : (
        <ValueChart performance={performance} />
      )}
    </div>
  );
}
