import {
  ARBITRUM_TOKENS,
  BASE_TOKENS,
  BNB_TOKENS,
  ETHEREUM_TOKENS,
  OPTIMISM_TOKENS,
  POLYGON_TOKENS,
  type Token,
} from "./tokens.ts";

export interface Chain {
  readonly id: number;
  readonly name: string;
  readonly native: { readonly symbol: string; readonly name: string; readonly asset: string };
  /** The block explorer's URL, which only users open. */
  readonly explorer: string;
  /** Passed to wallets that don't know the chain. We never call it. */
  readonly rpc: string;
  /** Whether the network charges an L1 data fee on top of the estimated fee. */
  readonly hasDataFee?: boolean;
  readonly tokens: readonly Token[];
}

const ETHER = { symbol: "ETH", name: "Ether", asset: "ETH" } as const;

export const CHAINS: readonly Chain[] = [
  {
    id: 1,
    name: "Ethereum",
    native: ETHER,
    explorer: "https://etherscan.io",
    rpc: "https://ethereum-rpc.publicnode.com",
    tokens: ETHEREUM_TOKENS,
  },
  {
    id: 8453,
    name: "Base",
    native: ETHER,
    explorer: "https://basescan.org",
    rpc: "https://mainnet.base.org",
    hasDataFee: true,
    tokens: BASE_TOKENS,
  },
  {
    id: 42_161,
    name: "Arbitrum One",
    native: ETHER,
    explorer: "https://arbiscan.io",
    rpc: "https://arb1.arbitrum.io/rpc",
    tokens: ARBITRUM_TOKENS,
  },
  {
    id: 10,
    name: "OP Mainnet",
    native: ETHER,
    explorer: "https://optimistic.etherscan.io",
    rpc: "https://mainnet.optimism.io",
    hasDataFee: true,
    tokens: OPTIMISM_TOKENS,
  },
  {
    id: 56,
    name: "BNB Smart Chain",
    native: { symbol: "BNB", name: "BNB", asset: "BNB" },
    explorer: "https://bscscan.com",
    rpc: "https://bsc-dataseed.bnbchain.org",
    tokens: BNB_TOKENS,
  },
  {
    id: 137,
    name: "Polygon",
    native: { symbol: "POL", name: "POL", asset: "POL" },
    explorer: "https://polygonscan.com",
    rpc: "https://polygon-rpc.com",
    tokens: POLYGON_TOKENS,
  },
];

/** Multicall3 has the same address on all of these chains. */
export const MULTICALL = "0xcA11bde05977b3631167028862bE2a173976CA11";

export const NATIVE_DECIMALS = 18;

export function findChain(input: unknown): Chain | undefined {
  const id = parseChainId(input);
  return CHAINS.find((chain) => chain.id === id);
}

/** A chain's name on screens, for example "Ethereum" or "Network 1337". */
export const getChainName = (id: string): string => findChain(id)?.name ?? `Network ${parseChainId(id)}`;

/** Parses a chain ID: "0x1" as the standard requires, "1" or 1 from some wallets. NaN for anything else. */
export function parseChainId(input: unknown): number {
  const text = String(input);
  return /^(0x[0-9a-f]{1,12}|\d{1,14})$/i.test(text) ? Number(text) : Number.NaN;
}

export const formatChainId = (id: number): `0x${string}` => `0x${id.toString(16)}`;

export function buildAddChainParams({ id, name, native, explorer, rpc }: Chain) {
  return {
    chainId: formatChainId(id),
    chainName: name,
    nativeCurrency: { name: native.name, symbol: native.symbol, decimals: NATIVE_DECIMALS },
    rpcUrls: [rpc],
    blockExplorerUrls: [explorer],
  };
}
