import { SAMPLE_MARKET } from "./coins.ts";

/** An asset's sample price and how it moves. Volatility and drift are daily, as fractions. */
export interface SampleAsset {
  readonly price: number;
  /** How strongly the price follows the market. */
  readonly beta: number;
  /** How much the price moves independently. */
  readonly ownVolatility: number;
  /** Assets in the same group are slightly more correlated. */
  readonly group: "money" | "chain" | "finance" | "machine" | "joke";
  /** Average daily gain relative to the market. */
  readonly drift: number;
}

const getTickerPrice = (symbol: string) =>
  SAMPLE_MARKET.prices.find((price) => price.symbol === symbol)?.price ?? 1;
const createSampleAsset = (
  price: number,
  beta: number,
  ownVolatility: number,
  group: SampleAsset["group"],
  drift = 0,
): SampleAsset => ({ price, beta, ownVolatility, group, drift });

/** By symbol; prices are consistent with the ticker's samples. */
export const SAMPLE_ASSETS: ReadonlyMap<string, SampleAsset> = new Map([
  ["BTC", createSampleAsset(getTickerPrice("BTC"), 1, 0.006, "money", 0.0004)],
  ["ETH", createSampleAsset(getTickerPrice("ETH"), 1.15, 0.011, "chain", 0.0002)],
  ["BNB", createSampleAsset(getTickerPrice("BNB"), 0.85, 0.013, "chain")],
  ["ADA", createSampleAsset(getTickerPrice("ADA"), 1.2, 0.019, "chain", -0.0003)],
  ["SOL", createSampleAsset(98.42, 1.45, 0.024, "chain", 0.0012)],
  ["XRP", createSampleAsset(0.5712, 0.85, 0.021, "money", -0.0001)],
  ["DOGE", createSampleAsset(0.0805, 1.1, 0.024, "joke")],
  ["TRX", createSampleAsset(0.1083, 0.55, 0.014, "chain", 0.0006)],
  ["AVAX", createSampleAsset(35.94, 1.4, 0.024, "chain", 0.0004)],
  ["DOT", createSampleAsset(7.42, 1.2, 0.018, "chain", -0.0002)],
  ["LINK", createSampleAsset(14.85, 1.15, 0.02, "finance", 0.0005)],
  ["LTC", createSampleAsset(68.4, 0.95, 0.014, "money", -0.0004)],
  ["BCH", createSampleAsset(238.6, 1.05, 0.021, "money", 0.0003)],
  ["XLM", createSampleAsset(0.1168, 0.9, 0.019, "money")],
  ["XMR", createSampleAsset(157.3, 0.55, 0.018, "money")],
  ["TON", createSampleAsset(2.19, 0.7, 0.022, "chain", 0.0005)],
  ["NEAR", createSampleAsset(3.05, 1.4, 0.026, "chain", 0.0003)],
  ["ATOM", createSampleAsset(9.85, 1.15, 0.019, "chain", -0.0004)],
  ["FIL", createSampleAsset(5.72, 1.25, 0.021, "machine", -0.0002)],
  ["ALGO", createSampleAsset(0.1842, 1.15, 0.02, "chain", -0.0006)],
  ["SUI", createSampleAsset(1.29, 1.45, 0.031, "chain", 0.0007)],
  ["APT", createSampleAsset(9.14, 1.35, 0.028, "chain")],
  ["POL", createSampleAsset(0.8236, 1.25, 0.02, "chain", -0.0004)],
  ["ARB", createSampleAsset(1.87, 1.35, 0.024, "finance", 0.0002)],
  ["OP", createSampleAsset(3.11, 1.4, 0.027, "finance", 0.0003)],
  ["UNI", createSampleAsset(6.38, 1.2, 0.021, "finance")],
  ["AAVE", createSampleAsset(96.7, 1.3, 0.022, "finance", 0.0002)],
  ["LDO", createSampleAsset(3.02, 1.4, 0.028, "finance", 0.0002)],
  ["GRT", createSampleAsset(0.1614, 1.35, 0.025, "machine", 0.0002)],
  ["SHIB", createSampleAsset(0.00000958, 1.1, 0.024, "joke", -0.0002)],
  ["PEPE", createSampleAsset(0.00000118, 1.4, 0.038, "joke", 0.0004)],
  ["FET", createSampleAsset(0.6215, 1.4, 0.032, "machine", 0.0014)],
  ["RENDER", createSampleAsset(4.26, 1.35, 0.031, "machine", 0.0014)],
  ["TAO", createSampleAsset(262.4, 1.2, 0.036, "machine", 0.0016)],
  ["QRL", createSampleAsset(0.2874, 0.7, 0.036, "machine", 0.0004)],
]);

/** Wrapped assets. `baseSymbol` is the asset that each follows; `price` is in US dollars. */
export const SAMPLE_WRAPPED_ASSETS: ReadonlyMap<
  string,
  { readonly baseSymbol: string; readonly price: number }
> = new Map([
  ["WBTC", { baseSymbol: "BTC", price: 43_231.4 }],
  ["WETH", { baseSymbol: "ETH", price: 2649.85 }],
]);

export const SAMPLE_STABLECOINS: ReadonlyMap<string, number> = new Map([
  ["USDT", 1.0002],
  ["USDC", 0.9999],
  ["DAI", 1.0001],
]);
