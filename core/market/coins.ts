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
  /** The change over 24 hours; null if unknown. */
  readonly changePercent: number | null;
}

export interface MarketPrices {
  readonly prices: readonly CoinPrice[];
  /** When the oldest of these prices was fetched, ISO 8601 in UTC; null for samples. */
  readonly at: string | null;
  /** Whether the prices are made up. If so, they must be labeled. */
  readonly isSample: boolean;
}

/** The ticker's prices if there is no price source, or until it has sent a price for one of these coins. */
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
