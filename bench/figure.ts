/** One line of the run's table. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** What it may be at most or must be at least, in words; left out where the figure is for information. */
  readonly budget?: string;
  readonly held?: boolean;
  /** The figure hangs on how fast the machine is and what else runs on it: broken, it does not fail the run. */
  readonly dependsOnMachine?: boolean;
  /** What to look at when it is broken, or what the figure leaves out. */
  readonly note?: string;
}

/** What a part hands back: lines for the table, and everything it measured for bench/out/latest.json. */
export interface PartResult {
  readonly figures: readonly Figure[];
  readonly details: unknown;
}

export function failsTheRun(figure: Figure): boolean {
  return figure.held === false && figure.dependsOnMachine !== true;
}

/** Middle value; the mean of the two middle ones of an even number. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}
