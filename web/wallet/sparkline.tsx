/** Ranges below this fraction of the price are drawn flatter, so that a stable price looks stable. */
const RANGE_MIN = 0.05;

/** A small line chart of an asset's recent prices. The prices are written next to it. */
export function Sparkline({ prices }: { prices: readonly number[] }) {
  if (prices.length < 2) return <span />;
  const high = Math.max(...prices);
  const low = Math.min(...prices);
  const range = Math.max(high - low, high * RANGE_MIN);
  const bottom = (high + low - range) / 2;
  const points = prices.map((price, index) => {
    const x = (index / (prices.length - 1)) * 80;
    const y = 26 - ((price - bottom) / range) * 24;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 80 28"
      preserveAspectRatio="none"
      className="h-7 w-full max-w-12 justify-self-end overflow-visible sm:w-20 sm:max-w-none"
    >
      <path
        d={`M${points.join("L")}`}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-muted"
      />
    </svg>
  );
}
