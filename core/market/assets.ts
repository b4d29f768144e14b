import { COINS } from "./coins.ts";

/** Something that has a price here. */
export interface Asset {
  /** Upper case, unique in the list. */
  readonly symbol: string;
  readonly name: string;
  /** What CoinGecko's form calls it. */
  readonly sourceId: string;
  /** A stablecoin is meant to cost a dollar. */
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
 * The assets whose prices are asked, all of them alike: the ticker's four first. The AI tools reckon with them, and the
 * wallet finds the price of a holding here; what is not in the list is unpriced.
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
  /** Against 24 hours before; null when it is not known. */
  readonly changePercent: number | null;
  /** When the source said so, ISO 8601 in UTC; null for samples. */
  readonly at: string | null;
}

export interface AssetPrices {
  /** In the order of the list; an asset that the source does not know is left out. */
  readonly prices: readonly AssetPrice[];
  /** All of them made up, and to be labelled. */
  readonly isSample: boolean;
}

/** The assets of these symbols, whatever their case, in the order of the list; those that are not in it are left out. */
export function pickAssets(symbols: readonly string[] | "all"): readonly Asset[] {
  if (symbols === "all") return ASSETS;
  const wanted = new Set(symbols.map((symbol) => symbol.toUpperCase()));
  return ASSETS.filter(({ symbol }) => wanted.has(symbol));
}
