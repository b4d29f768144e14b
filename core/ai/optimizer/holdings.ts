import type { PriceHistory } from "../analysis.ts";

/** A line about one asset. Neither amount nor money nor share: only named. */
export interface Holding {
  readonly history: PriceHistory;
  /** In the asset's own unit. */
  readonly amount: number | null;
  /** In US dollars. */
  readonly money: number | null;
  /** Of the whole, as a fraction. */
  readonly share: number | null;
}

export interface LimitWish {
  /** Null: for every asset. */
  readonly history: PriceHistory | null;
  readonly side: "high" | "low";
  /** As a fraction. */
  readonly share: number;
}

export interface ReadHoldings {
  readonly holdings: readonly Holding[];
  readonly limits: readonly LimitWish[];
  /** A year, as a fraction; null where none was said. */
  readonly riskFree: number | null;
  /** Dollars that were named with no asset. */
  readonly cash: number;
  /** What was written and could not be used, in order. */
  readonly notUnderstood: readonly string[];
}

/** What reading adds to, line by line. */
export interface Draft {
  holdings: Holding[];
  limits: LimitWish[];
  riskFree: number | null;
  cash: number;
  notUnderstood: string[];
}
