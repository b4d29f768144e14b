/** A line of the results table. */
export interface Figure {
  readonly label: string;
  readonly measured: string;
  /** The limit as text; omitted for informational values. */
  readonly budget?: string;
  readonly isMet?: boolean;
  /** Whether the value depends on the machine's speed and load. If so, missing the budget doesn't fail the run. */
  readonly dependsOnMachine?: boolean;
  /** What to check if the budget is missed, or how the value was measured and what it includes. */
  readonly note?: string;
}

/** The result of a part: lines of the table, and all measurements for bench/out/latest.json. */
export interface PartResult {
  readonly figures: readonly Figure[];
  readonly details: unknown;
}

export function isRunFailure(figure: Figure): boolean {
  return figure.isMet === false && figure.dependsOnMachine !== true;
}

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
