import { createToken, type Token } from "./token.ts";

export const OPTIMISM_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", 6, "USDC"),
  createToken("USDC.e", "USD Coin (bridged)", "0x7F5c764cBc14f9669B88837ca1490cCa17c31607", 6, "USDC"),
  createToken("USDT", "Tether", "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", 6, "USDT"),
  createToken("DAI", "Dai", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18, "DAI"),
  createToken("WETH", "Wrapped Ether", "0x4200000000000000000000000000000000000006", 18, "WETH"),
  createToken("WBTC", "Wrapped Bitcoin", "0x68f180fcCe6836688e9084f035309E29Bf0A2095", 8, "WBTC"),
  createToken("OP", "Optimism", "0x4200000000000000000000000000000000000042", 18, "OP"),
  createToken("LINK", "Chainlink", "0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6", 18, "LINK"),
  createToken("UNI", "Uniswap", "0x6fd9d7AD17242c41f7131d257212c54A0e816691", 18, "UNI"),
  createToken("AAVE", "Aave", "0x76FB31fb4af56892A25e32cFC43De717950c9278", 18, "AAVE"),
  createToken("SNX", "Synthetix", "0x8700dAec35aF8Ff88c16BdF0418774CB3D7599B4", 18),
  createToken("LDO", "Lido DAO", "0xFdb794692724153d1488CcdBE0C56c252596735F", 18, "LDO"),
  createToken("CRV", "Curve DAO", "0x0994206dfE8De6Ec6920FF4D779B0d950605Fb53", 18),
  createToken("ENS", "Ethereum Name Service", "0x65559aA14915a70190438eF90104769e5E890A00", 18),
  createToken("VELO", "Velodrome", "0x9560e827aF36c94D2Ac33a39bCE1Fe78631088Db", 18),
];
