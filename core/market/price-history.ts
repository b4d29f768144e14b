export interface PriceHistory {
  readonly symbol: string;
  readonly name: string;
  /** Sample data, which must be labeled. */
  readonly isSample: boolean;
  /** Oldest first; days may be missing. */
  readonly days: readonly DayPrice[];
}

export interface DayPrice {
  /** YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** The day's last price, in US dollars. */
  readonly price: number;
}
