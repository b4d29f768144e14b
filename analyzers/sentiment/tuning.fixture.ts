import { type LabeledText, parseLabeledTexts } from "./labeled.fixture.ts";
import { FIRST_TUNING } from "./tuning-first.fixture.ts";

/** The messages the word lists were tuned on, so accuracy here says little about new messages. */
export const TUNING: readonly LabeledText[] = [
  ...FIRST_TUNING,
  ...parseLabeledTexts(`
+ Bitcoin shrugs off hawkish Fed and pushes past $95,000
+ Freed from legal limbo, token leads the market higher
+ Ether funds post their biggest weekly haul ever
+ Rollup slashes withdrawal time from seven days to one hour
+ Insurance fund covers every victim of the hack
+ New compiler catches reentrancy bugs before deployment
+ Nation adopts bitcoin as part of its reserves
+ Chip yields improve and margins widen
+ Ten days without an outage after the fix, looks promising
+ Solid quarter: users up, churn down, debt paid off
+ I finally understand zk proofs thanks to this post
+ Super smooth onboarding, my mum managed it alone
+ bears in shambles rn 😂🚀
+ Easily the cleanest codebase I have audited this year
+ Robot surgeon matches the accuracy of human experts
+ Lawsuit withdrawn, token back above $1
+ Sellers are exhausted and the bottom seems to be in
+ Fidelity of two-qubit gates passes 99.9%
+ Scientists hail a leap in quantum sensing
+ The grants programme funded forty public goods this year, great to see
- Bitcoin slips as traders brace for more pain
- Lender freezes withdrawals, customers fear the worst
- Whistleblower says reserves were never there
- Memecoin craze leaves thousands of buyers with nothing
- Startup's qubits decohere faster than claimed, paper retracted
- Firm accused of training on stolen books
- The bridge is still offline and there is no word from the team
- Ether's rally runs out of steam
- Tokens worth $400 million moved to exchanges before the announcement
- Regulators fine bank over lax controls
- Miners sell reserves to stay afloat
- Wallet update locks users out of their funds
- Self-driving unit recalls cars after crash
- I regret buying this
- why is this app so slow?? unusable
- volume dead, devs silent, price bleeding
- Bought the top, story of my life
- Please be careful, that site is a drainer
- Roadmap slips for the third time
- Losing trust in this exchange after yesterday
- Exports of AI chips dry up under new rules
- Bot accounts flood the vote and nobody acts
- They keep raising fees while the service gets worse
- Deepfake of CEO tricks investors
- Ban on mining takes effect, operators flee
= Exchange will pause deposits during the scheduled upgrade
= Court hears arguments in token case
= CEO to speak at hearing about stablecoins
= Central bank publishes paper on tokenised deposits
= ETF filing amended for the second time
= New faucet address for the test network
= Bitcoin was worth $30,000 three years ago
= Where do developers meet in Berlin?
= Two wallets compared: features and prices
= Quantum annealing explained in ten minutes
= The contract was deployed on Tuesday at block 19,200,001
= My portfolio is half bitcoin and half ether
= Looking for feedback on my validator setup
= The company has 400 employees in six offices
= Researchers survey 300 papers on machine learning for trading
+ Bitcoin holds gains after upbeat GDP figures
+ Exchange volumes double from a year ago
+ Wallet maker fixes flaw within hours, no funds lost
+ Dogecoin leads gainers with 14% rise
+ Fund managers increase exposure to digital assets
+ Court rules token is not a security
+ Developers celebrate a smooth hard fork
+ Court overturns ban on privacy mixer
+ Startups find it easier to raise money again
+ New chip runs models on half the power
+ Banks line up to offer custody
+ Ether staking hits 35 million as confidence in the network grows
+ Spread of deepfakes slows thanks to new detector
+ Quantum processor keeps qubits alive ten times longer
+ Analyst sees ether doubling by summer
+ Insurer agrees to cover smart contract risk, a first
+ it just works, no seed phrase headaches
+ bought at 20k and still smiling
+ this community rocks, learned so much here
+ GPU prices are finally coming down
+ Bugs squashed, tests green, shipping tomorrow 🎉
+ the new explorer is a joy to use
+ holding strong, not worried one bit
+ Been using it daily for a year and have nothing to complain about
+ what a week!! portfolio at all time highs
- Bitcoin gives back the week's gains
- Exchange volumes collapse to pandemic lows
- Investors flee to cash as contagion spreads
- Users still locked out a week after the hack
- Regulator warns public against unlicensed platform
- Court rules against developer of privacy tool
- Ether lags behind as money rotates elsewhere
- Chip maker's forecast disappoints
- Fraudsters clone voices to trick pensioners
- Trading firm hit with $50 million penalty
- Bitcoin miners face squeeze as power prices jump
- Job cuts at exchange deepen
- Researchers doubt claim of quantum advantage
- Attack drains liquidity pool on new chain
- Stocks and crypto sink together as bonds sell off
- Model fails safety tests, release put on hold
- Token holders furious over surprise dilution
- Backers walk away from merger
- another rug, who could have guessed
- this wallet ate my tokens, support ghosted me
- I'm done with this market
- nobody uses this chain, it's a ghost town
- gas fees make it impossible for normal people
- sold at the bottom again, I hate myself
- Documentation is out of date and half the links are dead
- the new fee structure punishes small holders
- price keeps making lower lows
- down 40% since listing, classic
= Bitcoin miners publish production figures for June
= The proposal would change the fee from 0.3% to 0.25%
= Exchange opens office in Singapore
= Judge to rule on motion next month
= Is ether a security? Lawyers disagree
= Ether staking: questions and answers
= The average block time was 12.1 seconds
= Two co-founders leave, two new executives join
= Which layer 2 should I learn first?
= Fund holds 40% bitcoin, 40% ether and 20% cash
= Report compares energy use of five networks
= Bitcoin moved between $66,000 and $68,000 today
= University offers a course on quantum information
= Company changes its ticker symbol
= Expert panel discusses AI regulation
= How much VRAM do I need for a 13B model?
= Exchange publishes list of supported networks
= I sold some and kept some
= Committee approves minutes of the last meeting
= Standards body publishes draft for post-quantum signatures
= The airdrop snapshot was taken on Sunday
= Prices rise in Asia, fall in Europe
`),
];
