import type { PriceHistory } from "#core/market/price-history.ts";

/** An entry for one asset. If amount, money and share are all null, the asset was only named. */
export interface Holding {
  readonly history: PriceHistory;
  /** In units of the asset. */
  readonly amount: number | null;
  /** In US dollars. */
  readonly money: number | null;
  /** Share of the portfolio, as a fraction. */
  readonly share: number | null;
}

export interface LimitRequest {
  /** Null applies to every asset. */
  readonly history: PriceHistory | null;
  readonly side: "high" | "low";
  /** As a fraction. */
  readonly share: number;
}

export interface ParsedHoldings {
  readonly holdings: readonly Holding[];
  readonly limits: readonly LimitRequest[];
  /** Annual, as a fraction; null if none was given. */
  readonly riskFree: number | null;
  /** US dollars given without an asset. */
  readonly cash: number;
  /** Number of assets with a negative amount. They are in `notUnderstood`. */
  readonly negatives: number;
  /** Whether the input asks for less risk. */
  readonly wantsLessRisk: boolean;
  /** Input that could not be used, in order. */
  readonly notUnderstood: readonly string[];
}

/** Accumulates what was read, line by line. */
export interface Draft {
  holdings: Holding[];
  limits: LimitRequest[];
  riskFree: number | null;
  cash: number;
  /** The assets that have "the rest". */
  rest: PriceHistory[];
  negatives: number;
  readonly wantsLessRisk: boolean;
  notUnderstood: string[];
}
