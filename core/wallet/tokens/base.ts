import { createToken, type Token } from "./token.ts";

export const BASE_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6, "USDC"),
  createToken("USDbC", "USD Base Coin (bridged)", "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", 6, "USDC"),
  createToken("DAI", "Dai", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18, "DAI"),
  createToken("WETH", "Wrapped Ether", "0x4200000000000000000000000000000000000006", 18, "WETH"),
  createToken("cbBTC", "Coinbase Wrapped Bitcoin", "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", 8),
  createToken("cbETH", "Coinbase Wrapped Staked Ether", "0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22", 18),
  createToken("AERO", "Aerodrome", "0x940181a94A35A4569E4529A3CDfB74e38FD98631", 18),
  createToken("DEGEN", "Degen", "0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed", 18),
  createToken("VIRTUAL", "Virtuals Protocol", "0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b", 18),
  createToken("TOSHI", "Toshi", "0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4", 18),
];
