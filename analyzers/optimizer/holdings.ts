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
  /** Whether the limit applies to all stablecoins together. */
  readonly isForStablecoins: boolean;
  /** The asset that the limit applies to; null for every asset. */
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
  /** The known reasons for entries of `notUnderstood`. */
  readonly reasons: ReadonlyMap<string, LeftOutReason>;
  /** Holdings with a dash before the amount that wasn't read as a minus sign. */
  readonly dashed: readonly string[];
}

/**
 * Why an entry was left out. `currency` means that its amount isn't in dollars, and `limit` that a limit has no number
 * or names an unknown asset.
 */
export interface LeftOutReason {
  readonly kind: "negative" | "unknown" | "currency" | "size" | "limit";
  /** The asset as typed or its symbol, or the limit as typed. */
  readonly asset: string;
}

/** The data read so far, to which each line adds. */
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
