import { SAMPLE_MARKET } from "./coins.ts";

/** How the made-up price of an asset moves. Figures a day, as fractions. */
export interface SampleCourse {
  /** What it costs today, in US dollars. */
  readonly price: number;
  /** How much of the whole market's movement it makes. */
  readonly beta: number;
  /** How far it moves on its own account. */
  readonly own: number;
  /** Those of one group move together a little more than with the rest. */
  readonly group: "money" | "chain" | "finance" | "machine" | "joke";
  /** What it gains on average beside the market. */
  readonly drift: number;
}

const ticker = (symbol: string) => SAMPLE_MARKET.prices.find((one) => one.symbol === symbol)?.price ?? 1;
const course = (
  price: number,
  beta: number,
  own: number,
  group: SampleCourse["group"],
  drift = 0,
): SampleCourse => ({ price, beta, own, group, drift });

/** By symbol; the prices go with the ticker's samples. */
export const SAMPLE_COURSES: ReadonlyMap<string, SampleCourse> = new Map([
  ["BTC", course(ticker("BTC"), 1, 0.006, "money", 0.0004)],
  ["ETH", course(ticker("ETH"), 1.15, 0.011, "chain", 0.0002)],
  ["BNB", course(ticker("BNB"), 0.85, 0.013, "chain")],
  ["ADA", course(ticker("ADA"), 1.2, 0.019, "chain", -0.0003)],
  ["SOL", course(98.42, 1.45, 0.024, "chain", 0.0012)],
  ["XRP", course(0.5712, 0.85, 0.021, "money", -0.0001)],
  ["DOGE", course(0.0805, 1.1, 0.024, "joke")],
  ["TRX", course(0.1083, 0.55, 0.014, "chain", 0.0006)],
  ["AVAX", course(35.94, 1.4, 0.024, "chain", 0.0004)],
  ["DOT", course(7.42, 1.2, 0.018, "chain", -0.0002)],
  ["LINK", course(14.85, 1.15, 0.02, "finance", 0.0005)],
  ["LTC", course(68.4, 0.95, 0.014, "money", -0.0004)],
  ["BCH", course(238.6, 1.05, 0.021, "money", 0.0003)],
  ["XLM", course(0.1168, 0.9, 0.019, "money")],
  ["XMR", course(157.3, 0.55, 0.018, "money")],
  ["TON", course(2.19, 0.7, 0.022, "chain", 0.0005)],
  ["NEAR", course(3.05, 1.4, 0.026, "chain", 0.0003)],
  ["ATOM", course(9.85, 1.15, 0.019, "chain", -0.0004)],
  ["FIL", course(5.72, 1.25, 0.021, "machine", -0.0002)],
  ["ALGO", course(0.1842, 1.15, 0.02, "chain", -0.0006)],
  ["SUI", course(1.29, 1.45, 0.031, "chain", 0.0007)],
  ["APT", course(9.14, 1.35, 0.028, "chain")],
  ["POL", course(0.8236, 1.25, 0.02, "chain", -0.0004)],
  ["ARB", course(1.87, 1.35, 0.024, "finance", 0.0002)],
  ["OP", course(3.11, 1.4, 0.027, "finance", 0.0003)],
  ["UNI", course(6.38, 1.2, 0.021, "finance")],
  ["AAVE", course(96.7, 1.3, 0.022, "finance", 0.0002)],
  ["LDO", course(3.02, 1.4, 0.028, "finance", 0.0002)],
  ["GRT", course(0.1614, 1.35, 0.025, "machine", 0.0002)],
  ["SHIB", course(0.00000958, 1.1, 0.024, "joke", -0.0002)],
  ["PEPE", course(0.00000118, 1.4, 0.038, "joke", 0.0004)],
  ["FET", course(0.6215, 1.4, 0.032, "machine", 0.0014)],
  ["RENDER", course(4.26, 1.35, 0.031, "machine", 0.0014)],
  ["TAO", course(262.4, 1.2, 0.036, "machine", 0.0016)],
  ["QRL", course(0.2874, 0.7, 0.036, "machine", 0.0004)],
]);

/** Those that are worth what another one is worth, and what they cost today. */
export const SAMPLE_WRAPPED: ReadonlyMap<string, { readonly of: string; readonly price: number }> = new Map([
  ["WBTC", { of: "BTC", price: 43_231.4 }],
  ["WETH", { of: "ETH", price: 2649.85 }],
]);

/** What stablecoins cost today. */
export const SAMPLE_DOLLARS: ReadonlyMap<string, number> = new Map([
  ["USDT", 1.0002],
  ["USDC", 0.9999],
  ["DAI", 1.0001],
]);
