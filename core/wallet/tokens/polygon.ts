import { createToken, type Token } from "./token.ts";

export const POLYGON_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 6, "USDC"),
  createToken("USDC.e", "USD Coin (bridged)", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", 6, "USDC"),
  createToken("USDT", "Tether", "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6, "USDT"),
  createToken("DAI", "Dai", "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", 18, "DAI"),
  createToken("WETH", "Wrapped Ether", "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619", 18, "WETH"),
  createToken("WBTC", "Wrapped Bitcoin", "0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6", 8, "WBTC"),
  createToken("WPOL", "Wrapped POL", "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", 18, "POL"),
  createToken("LINK", "Chainlink", "0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39", 18, "LINK"),
  createToken("UNI", "Uniswap", "0xb33EaAd8d922B1083446DC23f610c2567fB5180f", 18, "UNI"),
  createToken("AAVE", "Aave", "0xD6DF932A45C0f255f85145f286eA0b292B21C90B", 18, "AAVE"),
  createToken("CRV", "Curve DAO", "0x172370d5Cd63279eFa6d502DAB29171933a610AF", 18),
  createToken("GRT", "The Graph", "0x5fe2B58c013d7601147DcdD68C143A77499f5531", 18, "GRT"),
];
