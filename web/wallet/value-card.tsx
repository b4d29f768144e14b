import { PERFORMANCE_MIN_DAYS, type Performance } from "#core/wallet/performance.ts";
import { ValueChart } from "./value-chart.tsx";

/** The value chart, or why there isn't one yet. Both have the same height, so that the page doesn't shift. */
export function ValueCard({ performance }: { performance: Performance | "loading" | null }) {
  return (
    <div className="min-h-77 min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5">
      {performance === "loading" ? (
        <p className="text-sm text-muted">Loading prices...</p>
      ) : performance === null ? (
        <p className="max-w-[60ch] text-sm text-muted">
          Your portfolio's value over time will appear here once this site has {PERFORMANCE_MIN_DAYS} days of
          price history for your assets.
        </p>
      ) : (
        <ValueChart performance={performance} />
      )}
    </div>
  );
}
