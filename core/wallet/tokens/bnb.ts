import { createToken, type Token } from "./token.ts";

export const BNB_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18, "USDC"),
  createToken("USDT", "Tether", "0x55d398326f99059fF775485246999027B3197955", 18, "USDT"),
  createToken("DAI", "Dai", "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", 18, "DAI"),
  createToken("WBNB", "Wrapped BNB", "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", 18, "BNB"),
  createToken("ETH", "Ether (bridged)", "0x2170Ed0880ac9A755fd29B2688956BD959F933F8", 18, "ETH"),
  createToken("BTCB", "Bitcoin (bridged)", "0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c", 18, "BTC"),
  createToken("LINK", "Chainlink", "0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD", 18, "LINK"),
  createToken("UNI", "Uniswap", "0xBf5140A22578168FD562DCcF235E5D43A02ce9B1", 18, "UNI"),
  createToken("AAVE", "Aave", "0xfb6115445Bff7b52FeB98650C87f44907E58f802", 18, "AAVE"),
  createToken("CAKE", "PancakeSwap", "0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82", 18),
  createToken("XRP", "XRP (bridged)", "0x1D2F0da169ceB9fC7B3144628dB156f3F6c60dBE", 18, "XRP"),
  createToken("ADA", "Cardano (bridged)", "0x3EE2200Efb3400fAbB9AacF31297cBdD1d435D47", 18, "ADA"),
  createToken("DOGE", "Dogecoin (bridged)", "0xbA2aE424d960c26247Dd6c32edC70B295c744C43", 8, "DOGE"),
  createToken("DOT", "Polkadot (bridged)", "0x7083609fCE4d1d8Dc0C979AAb8c869Ea2C873402", 18, "DOT"),
  createToken("LTC", "Litecoin (bridged)", "0x4338665CBB7B2485A8855A139b75D5e34AB0DB94", 18, "LTC"),
];
