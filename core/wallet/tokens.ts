/** An ERC-20 token. We read the balances of listed tokens only, because anyone can call a token "USDC". */
export interface Token {
  readonly symbol: string;
  readonly name: string;
  /** With its checksum (EIP-55). */
  readonly address: `0x${string}`;
  readonly decimals: number;
  /**
   * The asset of core/market that determines the price. For a bridged or wrapped token without a price of its own, the
   * underlying asset. Null if the token is unpriced.
   */
  readonly asset: string | null;
}

const createToken = (
  symbol: string,
  name: string,
  address: `0x${string}`,
  decimals: number,
  asset: string | null = null,
): Token => ({ symbol, name, address, decimals, asset });

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

export const ETHEREUM_TOKENS: readonly Token[] = [
  createToken("USDC", "USD Coin", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6, "USDC"),
  createToken("USDT", "Tether", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6, "USDT"),
  createToken("DAI", "Dai", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18, "DAI"),
  createToken("WETH", "Wrapped Ether", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", 18, "WETH"),
  createToken("WBTC", "Wrapped Bitcoin", "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", 8, "WBTC"),
  createToken("stETH", "Lido Staked Ether", "0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84", 18),
  createToken("wstETH", "Wrapped Staked Ether", "0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0", 18),
  createToken("cbETH", "Coinbase Wrapped Staked Ether", "0xBe9895146f7AF43049ca1c1AE358B0541Ea49704", 18),
  createToken("LINK", "Chainlink", "0x514910771AF9Ca656af840dff83E8264EcF986CA", 18, "LINK"),
  createToken("UNI", "Uniswap", "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", 18, "UNI"),
  createToken("AAVE", "Aave", "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9", 18, "AAVE"),
  createToken("MKR", "Maker", "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2", 18),
  createToken("LDO", "Lido DAO", "0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32", 18, "LDO"),
  createToken("CRV", "Curve DAO", "0xD533a949740bb3306d119CC777fa900bA034cd52", 18),
  createToken("COMP", "Compound", "0xc00e94Cb662C3520282E6f5717214004A7f26888", 18),
  createToken("SNX", "Synthetix", "0xC011a73ee8576Fb46F5E1c5751cA3B9Fe0af2a6F", 18),
  createToken("GRT", "The Graph", "0xc944E90C64B2c07662A292be6244BDf05Cda44a7", 18, "GRT"),
  createToken("ENS", "Ethereum Name Service", "0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72", 18),
  createToken("ARB", "Arbitrum", "0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1", 18, "ARB"),
  createToken("SHIB", "Shiba Inu", "0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE", 18, "SHIB"),
  createToken("PEPE", "Pepe", "0x6982508145454Ce325dDbE47a25d4ec3d2311933", 18, "PEPE"),
  createToken(
    "FET",
    "Artificial Superintelligence Alliance",
    "0xaea46A60368A7bD060eec7DF8CBa43b7EF41Ad85",
    18,
    "FET",
  ),
  createToken("ONDO", "Ondo", "0xfAbA6f8e4a5E8Ab82F62fe7C39859FA577269BE3", 18),
  createToken("PYUSD", "PayPal USD", "0x6c3ea9036406852006290770BEdFcAbA0e23A0e8", 6),
  createToken("POL", "POL", "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6", 18, "POL"),
  createToken("RENDER", "Render", "0x6De037ef9aD2725EB40118Bb1702EBb27e4Aeb24", 18, "RENDER"),
];

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
