import { COINS } from "./coins.ts";

export interface Asset {
  readonly symbol: string;
  readonly name: string;
  /** The CoinGecko ID. */
  readonly sourceId: string;
  /** Stablecoins are meant to be worth one dollar. */
  readonly kind: "coin" | "stablecoin";
}

const createCoin = (symbol: string, name: string, sourceId: string): Asset => ({
  symbol,
  name,
  sourceId,
  kind: "coin",
});
const createStablecoin = (symbol: string, name: string, sourceId: string): Asset => ({
  ...createCoin(symbol, name, sourceId),
  kind: "stablecoin",
});

/** All assets with prices, starting with the ticker's coins. */
export const ASSETS: readonly Asset[] = [
  ...COINS.map((coin): Asset => ({ ...coin, kind: "coin" })),
  createCoin("SOL", "Solana", "solana"),
  createCoin("XRP", "XRP", "ripple"),
  createCoin("DOGE", "Dogecoin", "dogecoin"),
  createCoin("TRX", "TRON", "tron"),
  createCoin("AVAX", "Avalanche", "avalanche-2"),
  createCoin("DOT", "Polkadot", "polkadot"),
  createCoin("LINK", "Chainlink", "chainlink"),
  createCoin("LTC", "Litecoin", "litecoin"),
  createCoin("BCH", "Bitcoin Cash", "bitcoin-cash"),
  createCoin("XLM", "Stellar", "stellar"),
  createCoin("XMR", "Monero", "monero"),
  createCoin("TON", "Toncoin", "the-open-network"),
  createCoin("NEAR", "NEAR Protocol", "near"),
  createCoin("ATOM", "Cosmos Hub", "cosmos"),
  createCoin("FIL", "Filecoin", "filecoin"),
  createCoin("ALGO", "Algorand", "algorand"),
  createCoin("SUI", "Sui", "sui"),
  createCoin("APT", "Aptos", "aptos"),
  createCoin("POL", "POL (formerly MATIC)", "polygon-ecosystem-token"),
  createCoin("ARB", "Arbitrum", "arbitrum"),
  createCoin("OP", "Optimism", "optimism"),
  createCoin("UNI", "Uniswap", "uniswap"),
  createCoin("AAVE", "Aave", "aave"),
  createCoin("LDO", "Lido DAO", "lido-dao"),
  createCoin("GRT", "The Graph", "the-graph"),
  createCoin("SHIB", "Shiba Inu", "shiba-inu"),
  createCoin("PEPE", "Pepe", "pepe"),
  createCoin("FET", "Artificial Superintelligence Alliance", "fetch-ai"),
  createCoin("RENDER", "Render", "render-token"),
  createCoin("TAO", "Bittensor", "bittensor"),
  createCoin("QRL", "Quantum Resistant Ledger", "quantum-resistant-ledger"),
  createCoin("WBTC", "Wrapped Bitcoin", "wrapped-bitcoin"),
  createCoin("WETH", "Wrapped Ether", "weth"),
  createStablecoin("USDT", "Tether", "tether"),
  createStablecoin("USDC", "USD Coin", "usd-coin"),
  createStablecoin("DAI", "Dai", "dai"),
];

export interface AssetPrice {
  readonly symbol: string;
  readonly name: string;
  readonly kind: Asset["kind"];
  /** In US dollars. */
  readonly price: number;
  /** The change over 24 hours; null if unknown. */
  readonly changePercent: number | null;
  /** When the price was fetched, ISO 8601 in UTC; null for samples. */
  readonly at: string | null;
}

export interface AssetPrices {
  /** In the order of the asset list, without assets that the source doesn't know. */
  readonly prices: readonly AssetPrice[];
  /** Whether all prices are made up. If so, they must be labeled. */
  readonly isSample: boolean;
}

/** Returns the assets with these symbols, in list order. Ignores the case of the symbols. */
export function pickAssets(symbols: readonly string[] | "all"): readonly Asset[] {
  if (symbols === "all") return ASSETS;
  const requestedSymbols = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  return ASSETS.filter(({ symbol }) => requestedSymbols.has(symbol));
}
