/** The coins of Home's ticker (specification, section 2), in its order. */
export const COINS = [
  { symbol: "BTC", name: "Bitcoin", sourceId: "bitcoin" },
  { symbol: "ETH", name: "Ethereum", sourceId: "ethereum" },
  { symbol: "BNB", name: "BNB", sourceId: "binancecoin" },
  { symbol: "ADA", name: "Cardano", sourceId: "cardano" },
] as const;

export type CoinSymbol = (typeof COINS)[number]["symbol"];

export interface CoinPrice {
  readonly symbol: CoinSymbol;
  readonly name: string;
  /** In US dollars. */
  readonly price: number;
  /** Against 24 hours before; null when the source does not say. */
  readonly changePercent: number | null;
}

export interface MarketPrices {
  readonly prices: readonly CoinPrice[];
  /** When the source was last asked with success, ISO 8601 in UTC; null for the samples. */
  readonly at: string | null;
  /** Made up, and to be labelled. */
  readonly isSample: boolean;
}

/** What the ticker shows where no price source is set, or none has answered yet. */
export const SAMPLE_MARKET: MarketPrices = {
  at: null,
  isSample: true,
  prices: [
    { symbol: "BTC", name: "Bitcoin", price: 43250.5, changePercent: 2.45 },
    { symbol: "ETH", name: "Ethereum", price: 2650.3, changePercent: -1.2 },
    { symbol: "BNB", name: "BNB", price: 315.8, changePercent: 0.85 },
    { symbol: "ADA", name: "Cardano", price: 0.52, changePercent: 3.1 },
  ],
};
