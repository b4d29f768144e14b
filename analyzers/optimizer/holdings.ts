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
  /** Whether it applies to all stablecoins together. */
  readonly isForStablecoins: boolean;
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
  /** Whether the input asks for less risk. */
  readonly wantsLessRisk: boolean;
  /** Input that could not be used, in order. */
  readonly notUnderstood: readonly string[];
  /** Why, for the parts of `notUnderstood` for which it is known. */
  readonly reasons: ReadonlyMap<string, LeftOutReason>;
  /** Holdings with a dash before the amount that wasn't read as a minus sign. */
  readonly dashed: readonly string[];
}

/** currency: an amount in another currency than dollars. limit: a limit without a number or for an unknown asset. */
export interface LeftOutReason {
  readonly kind: "negative" | "unknown" | "currency" | "size" | "limit";
  /** The asset as typed or its symbol, or the limit as typed. */
  readonly asset: string;
}

/** Accumulates what was read, line by line. */
export interface Draft {
  holdings: Holding[];
  limits: LimitRequest[];
  riskFree: number | null;
  cash: number;
  /** The assets that have "the rest". */
  rest: PriceHistory[];
  readonly wantsLessRisk: boolean;
  notUnderstood: string[];
  reasons: Map<string, LeftOutReason>;
  dashed: string[];
}
