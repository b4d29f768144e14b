import type { PriceHistory } from "#core/market/price-history.ts";

/** An entry for one asset. If amount, money and share are all null, it was only named. */
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
  readonly isForStablecoins: boolean;
  /** The asset that the limit applies to. Null if it applies to each asset, or to all stablecoins together. */
  readonly history: PriceHistory | null;
  readonly side: "high" | "low";
  /** The limit as a fraction of the portfolio. */
  readonly share: number;
}

/**
 * Why an entry was left out. `currency`: its value is in a currency other than US dollars. `size`: its number is too
 * large. `limit`: it is a limit that has no valid share or names an unknown asset.
 */
export interface LeftOutReason {
  readonly kind: "negative" | "unknown" | "currency" | "size" | "limit";
  /** The asset as typed or its symbol, or the limit as typed. */
  readonly entry: string;
}

/** The data read so far, to which each line adds. */
export interface Draft {
  holdings: Holding[];
  limits: LimitRequest[];
  /** Annual, as a fraction; null if none was given. */
  riskFree: number | null;
  /** US dollars given without an asset. */
  unassignedMoney: number;
  /** The assets that share "the rest". */
  rest: PriceHistory[];
  readonly wantsLessRisk: boolean;
  /** Input that could not be used, in order. */
  unusedInputs: string[];
  /** The known reasons for entries of `unusedInputs`. */
  reasons: Map<string, LeftOutReason>;
  /** Holdings in which a dash before the amount wasn't read as a minus sign. */
  dashedHoldings: string[];
}

export type ParsedHoldings = Readonly<Omit<Draft, "rest">>;
