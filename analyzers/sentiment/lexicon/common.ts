/**
 * Neutral words, used to estimate whether text is in a language the lists cover. Function words are also ignored in
 * topics and at the ends of quotes.
 */

export const FUNCTION_WORDS = `
  the a an of in on to for from by with at as and or but not no is are was were be been being has have had do does did will would can could may might must shall should it its this that these those
  he she they them their his her we us our you your i me my mine who whom whose which what when where why how if then than so such there here about above after again against all also any because before
  below between both down during each few further into just more most much many other another over own same some still through too under until up very while within without yet yet only even ever never every
  once one two three four five six seven eight nine ten first second third last next new old day days week weeks month months year years today yesterday tomorrow now later time times morning evening quarter
  say says said tell told ask make makes made get gets got go goes went come came take took give gave see saw know think thought want use uses used find found look looks work works need needs keep kept let
  put set show shows plan plans start starts began open opens close run runs move moves turn people person man woman company group team member members world country state government thing way part place case
  point number report reports reported according amid versus via per don't doesn't isn't it's i'm we're they're let's that's there's can't won't didn't
  am im ive dont cant lol imo imho tbh btw fyi lmao bro guys anyone someone everyone anything something everything nothing maybe really actually
  it'll you're you've i've we've he's she's what's who's since ago off out around among across behind beyond along toward towards upon onto however although though despite therefore thus meanwhile instead
  back long short high low big small large little own right left end early late week's today's monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december million billion trillion thousand hundred percent half double single several`;

export const FIELD_WORDS = `
  bitcoin btc ether ethereum eth solana sol xrp ripple cardano ada dogecoin doge bnb usdt usdc dai tether avax polkadot litecoin crypto cryptocurrency blockchain token coin nft defi dao dex cex exchange wallet ledger
  miner mining validator staking stake node chain network protocol bridge rollup layer mainnet testnet fork block halving hash hashrate gas contract solidity oracle airdrop governance proposal vote treasury
  stablecoin etf sec fed fomc cftc regulator court judge bank banks fund funds investor trader traders analyst whale holder market markets price prices stock stocks share shares rate rates inflation
  trading trade volume liquidity futures options perpetual spot custody exchange's ai model models llm gpt agent training inference benchmark dataset chip chips gpu gpus data center compute neural software
  hardware startup firm quantum qubit qubits photonic superconducting annealer algorithm research researchers university lab study paper developer developers users user community app update release version code
  whitepaper roadmap ceo founder bill law rules tax company's app's api cloud security key keys address transaction transactions fee fees account support deposit withdrawal withdrawals platform service customers`;
