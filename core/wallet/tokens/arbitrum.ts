import { createToken, type Token } from "./token.ts";

export const ARBITRUM_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", 6, "USDC"),
  createToken("USDC.e", "USD Coin (bridged)", "0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8", 6, "USDC"),
  createToken("USDT", "Tether", "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", 6, "USDT"),
  createToken("DAI", "Dai", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18, "DAI"),
  createToken("WETH", "Wrapped Ether", "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", 18, "WETH"),
  createToken("WBTC", "Wrapped Bitcoin", "0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f", 8, "WBTC"),
  createToken("ARB", "Arbitrum", "0x912CE59144191C1204E64559FE8253a0e49E6548", 18, "ARB"),
  createToken("LINK", "Chainlink", "0xf97f4df75117a78c1A5a0DBb814Af92458539FB4", 18, "LINK"),
  createToken("UNI", "Uniswap", "0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0", 18, "UNI"),
  createToken("AAVE", "Aave", "0xba5DdD1f9d7F570dc94a51479a000E3BCE967196", 18, "AAVE"),
  createToken("GMX", "GMX", "0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a", 18),
  createToken("PENDLE", "Pendle", "0x0c880f6761F1af8d9Aa9C466984b80DAb9a8c9e8", 18),
  createToken("LDO", "Lido DAO", "0x13Ad51ed4F1B7e9Dc168d8a00cB3f4dDD85EfA60", 18, "LDO"),
  createToken("CRV", "Curve DAO", "0x11cDb42B0EB46D95f990BeDD4695A6e3fA034978", 18),
  createToken("GRT", "The Graph", "0x9623063377AD1B27544C965cCd7342f7EA7e88C7", 18, "GRT"),
  createToken("MAGIC", "Magic", "0x539bdE0d7Dbd336b79148AA742883198BBF60342", 18),
  createToken("PEPE", "Pepe", "0x35E6A59F786d9266c7961eA28c7b768B33959cbB", 18, "PEPE"),
];
