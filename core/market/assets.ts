import { COINS } from "./coins.ts";

/** An asset with a price. */
export interface Asset {
  /** Uppercase, unique in the list. */
  readonly symbol: string;
  readonly name: string;
  /** The CoinGecko id. */
  readonly sourceId: string;
  /** Stablecoins are meant to be worth one dollar. */
  readonly kind: "coin" | "stablecoin";
}

const coin = (symbol: string, name: string, sourceId: string): Asset => ({
  symbol,
  name,
  sourceId,
  kind: "coin",
});
const stablecoin = (symbol: string, name: string, sourceId: string): Asset => ({
  ...coin(symbol, name, sourceId),
  kind: "stablecoin",
});

/**
 * All assets with prices, starting with the four of the ticker. Used by the AI tools and the wallet; other assets
 * have no price.
 */
export const ASSETS: readonly Asset[] = [
  ...COINS.map((one): Asset => ({ ...one, kind: "coin" })),
  coin("SOL", "Solana", "solana"),
  coin("XRP", "XRP", "ripple"),
  coin("DOGE", "Dogecoin", "dogecoin"),
  coin("TRX", "TRON", "tron"),
  coin("AVAX", "Avalanche", "avalanche-2"),
  coin("DOT", "Polkadot", "polkadot"),
  coin("LINK", "Chainlink", "chainlink"),
  coin("LTC", "Litecoin", "litecoin"),
  coin("BCH", "Bitcoin Cash", "bitcoin-cash"),
  coin("XLM", "Stellar", "stellar"),
  coin("XMR", "Monero", "monero"),
  coin("TON", "Toncoin", "the-open-network"),
  coin("NEAR", "NEAR Protocol", "near"),
  coin("ATOM", "Cosmos Hub", "cosmos"),
  coin("FIL", "Filecoin", "filecoin"),
  coin("ALGO", "Algorand", "algorand"),
  coin("SUI", "Sui", "sui"),
  coin("APT", "Aptos", "aptos"),
  coin("POL", "POL (formerly MATIC)", "polygon-ecosystem-token"),
  coin("ARB", "Arbitrum", "arbitrum"),
  coin("OP", "Optimism", "optimism"),
  coin("UNI", "Uniswap", "uniswap"),
  coin("AAVE", "Aave", "aave"),
  coin("LDO", "Lido DAO", "lido-dao"),
  coin("GRT", "The Graph", "the-graph"),
  coin("SHIB", "Shiba Inu", "shiba-inu"),
  coin("PEPE", "Pepe", "pepe"),
  coin("FET", "Artificial Superintelligence Alliance", "fetch-ai"),
  coin("RENDER", "Render", "render-token"),
  coin("TAO", "Bittensor", "bittensor"),
  coin("QRL", "Quantum Resistant Ledger", "quantum-resistant-ledger"),
  coin("WBTC", "Wrapped Bitcoin", "wrapped-bitcoin"),
  coin("WETH", "Wrapped Ether", "weth"),
  stablecoin("USDT", "Tether", "tether"),
  stablecoin("USDC", "USD Coin", "usd-coin"),
  stablecoin("DAI", "Dai", "dai"),
];

export interface AssetPrice {
  readonly symbol: string;
  readonly name: string;
  readonly kind: Asset["kind"];
  /** In US dollars. */
  readonly price: number;
  /** Over 24 hours; null if unknown. */
  readonly changePercent: number | null;
  /** When the source reported it, ISO 8601 in UTC; null for samples. */
  readonly at: string | null;
}

export interface AssetPrices {
  /** In list order, without assets the source doesn't know. */
  readonly prices: readonly AssetPrice[];
  /** All prices are made up and have to be labeled. */
  readonly isSample: boolean;
}

/** The assets with these symbols, case-insensitive and in list order; unknown symbols are ignored. */
export function pickAssets(symbols: readonly string[] | "all"): readonly Asset[] {
  if (symbols === "all") return ASSETS;
  const wanted = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  return ASSETS.filter(({ symbol }) => wanted.has(symbol));
}
