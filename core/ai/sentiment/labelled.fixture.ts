import type { Mood } from "./mood.ts";

/*
 * Headlines and posts, written and labelled for measuring the sentiment analyst: "+" Positive, "-" Negative, "=" Neutral.
 * All are made up. The label says what the text means for what it speaks of (an asset, a project, a field), as a reader
 * of that news would feel it; reports without a judgement and texts whose good and bad are of one size are Neutral.
 * They were written and labelled before the word lists. The word lists were tuned on TUNING alone; the
 * chances are fitted on calibration.fixture.ts, for a set that lists were tuned on makes them too sure.
 */

export interface Labelled {
  readonly mood: Mood;
  readonly text: string;
}

export const TUNING: readonly Labelled[] = read(`
+ Bitcoin climbs above $90,000 for the first time since March
+ Ethereum jumps 8% after spot ETF inflows hit a record
+ Solana rallies as network activity reaches an all-time high
+ Asset manager receives approval for its first staking ETF
+ Layer 2 cuts transaction fees by 90% in latest upgrade
+ Analysts turn bullish on chipmakers as AI demand outpaces supply
+ Quantum startup demonstrates error correction breakthrough with 48 logical qubits
+ Court dismisses lawsuit against exchange, shares surge
+ Inflation falls to 2.1%, lifting risk assets
+ Hack losses drop to their lowest level in three years
+ Exchange recovers stolen funds and will refund every user in full
+ Bitcoin miners return to profit as hash price recovers
+ Stablecoin supply grows for the tenth week in a row, a sign of fresh demand
+ Bank opens crypto custody to all its clients after strong demand
+ New open model beats rivals on coding benchmarks at a tenth of the cost
+ Fed signals rate cut, crypto market rebounds
+ Researchers patch critical wallet flaw before anyone was harmed
+ Developer count on the network doubles in a year
+ Whales keep accumulating BTC while exchange balances shrink
+ Token soars 40% on partnership with payment giant
+ Audit finds no vulnerabilities in the bridge contracts
+ ETF outflows end after nine days as buyers return
+ Short squeeze sends XRP up 15% in an hour
+ Mainnet launch goes smoothly, validators report zero downtime
+ Regulator ends probe into lender without charges
+ Just bought more, this dip is a gift. Still super bullish on ETH
+ LFG!!! 🚀🚀🚀 we are so back
+ diamond hands pay off again, up 300% on my bag and not selling
+ honestly the new wallet is amazing, setup took two minutes and support was super helpful
+ This upgrade is huge. Fees are down and everything feels faster
+ wagmi frens, green candles everywhere
+ I was skeptical at first but this protocol really delivers
+ The team shipped everything they promised, respect
+ never been more optimistic about this space
+ Not bad at all, the testnet ran for a week without a single crash
+ Gm! Sold nothing, slept great, woke up to +12% 😎
+ the docs are excellent and the community is really welcoming, love it here
+ Quantum computer solves chemistry problem far beyond classical reach
+ Unemployment declines and consumers regain confidence
+ Volatility eases as bitcoin steadies above key support
+ Revenue beats expectations, guidance raised
+ Payment firm expands bitcoin settlements to 30 countries
+ Ether reclaims $4,000, bulls back in control
+ Lawmakers pass long-awaited crypto bill with broad support
+ Selling pressure is fading and the chart looks ready to break out
+ Despite early losses, the fund finished the year up 24%
+ Drug discovery model cuts screening time from months to days
+ University unlocks cheaper qubits with a simple cooling trick
+ No bugs, no drama, just a clean release. Well done
+ Best exchange I have ever used, withdrawals in seconds
+ Chip shortage eases as new plant opens ahead of schedule
+ Exploit attempt foiled, all user funds are safe
+ Critics were wrong: the merge worked flawlessly
+ Bitcoin to the moon 🌕
+ Treasury company adds 2,000 BTC to its reserves
+ Adoption keeps growing in Africa, with users up 60%
+ Grayscale-style fund narrows its discount to the smallest in two years
+ This is the most useful guide to zero knowledge proofs I have read
+ Crypto fear index leaves extreme fear as prices recover
+ Model hallucinates far less than its predecessor, study shows
- Bitcoin falls below $60,000 as sell-off deepens
- Ethereum slides 7% after hot inflation report
- Exchange hacked for $200 million, withdrawals suspended
- SEC sues token issuer over unregistered securities
- DeFi protocol drained in flash loan exploit
- Stablecoin loses its peg as redemptions mount
- Crypto lender files for bankruptcy
- Spot ETFs see record outflows for a third week
- Over $1 billion liquidated as leveraged longs are wiped out
- Token plunges 80% after developers vanish in apparent rug pull
- Miners capitulate as hash price hits an all-time low
- Regulator rejects application for staking fund
- Chipmaker warns of weak demand, shares tumble
- AI startup lays off a third of its staff
- Quantum stocks crash after CEO says useful machines are decades away
- Researchers find serious flaw in popular smart contract library
- Network halts for five hours, third outage this year
- Unlock of 40 million tokens weighs on price
- Founder arrested on fraud charges
- Court denies exchange's motion to dismiss
- Fees rise sharply as the network clogs
- Bitcoin fails to hold support, bears eye $50,000
- Rate hike fears drag crypto lower
- Trading volume dries up and developers leave the project
- Bridge never recovered from last year's exploit
- Exchange to be delisted, investors scramble for the exit
- Hash rate plummets after floods knock out mining farms
- Model leaks private data of thousands of users
- Ransomware gang targets hospitals, demands bitcoin
- Fund halts redemptions amid liquidity crunch
- got rekt again, my whole portfolio is down 60% 💀
- total scam, they took my deposit and blocked me. Stay away!
- paper hands everywhere, this market is dead
- I no longer trust this team, the roadmap is a joke
- not bullish at all right now, looks like a dead cat bounce to me
- support is useless, been waiting three weeks for my withdrawal
- ngmi if you are still holding this bag
- The update broke everything and nobody answers 😡
- they dumped on retail again, disgusting
- Honestly disappointed. The demo failed twice and the price is ridiculous
- This coin is going to zero
- devs sold, chart looks terrible, I'm out
- The hype is over and the numbers are ugly
- It isn't worth the risk anymore
- Looks like another ponzi, red flags all over
- AI search keeps giving wrong answers and nobody fixes it
- Chip export ban tightens, sending AI shares lower
- Quantum threat to wallets is closer than expected, report warns
- Bitcoin extends losses for a fifth day
- Profits shrink as costs climb
- Government bans crypto payments
- Whale moves 10,000 BTC to exchange, sparking fears of a dump
- Phishing attack empties hundreds of wallets
- Ether staking yields fall to a record low
- Layoffs continue as venture funding dries up
- Upgrade delayed again, community frustrated
- Hopes of a rate cut fade
- Gas is insane today, paid $80 to move $20
- Token wipes out all gains of the year
- Hardly anyone uses the chain, liquidity is gone
= Bitcoin trades near $68,000 ahead of Fed minutes
= Ethereum foundation publishes its quarterly report
= SEC to decide on ETF application by Friday
= Exchange lists three new trading pairs
= What is a rollup? A short introduction
= Developers schedule the next hard fork for May
= Bitcoin little changed as traders wait for jobs data
= Five things to watch in crypto this week
= Parliament will debate the AI bill on Tuesday
= Company names new chief financial officer
= Which wallet do you use for NFTs?
= How does proof of stake work
= The conference takes place in Lisbon from 3 to 5 June
= Bitcoin mining difficulty rises 3% at the latest adjustment
= Prices are mixed: BTC gains 2% while ETH loses 2%
= Good tech but terrible marketing
= Some like the new design, some hate it
= Analysts are split on where ether goes next
= Bitcoin dominance stands at 54%
= The paper compares three error correction codes
= Central bank keeps rates unchanged
= Anyone know when the testnet opens?
= Report: 12% of adults in the country own digital assets
= Quantum firm moves its headquarters to Chicago
= Token swap to take place at block 840,000
= The lab's new chip has 156 qubits
= Stablecoin issuer publishes monthly attestation
= Weekly thread: post your questions here
= Regulators open consultation on staking rules
= Model card and weights are available on the project's page
= ETH/BTC ratio at 0.05
= Volume was flat on Sunday
= Exchange updates its terms of service
= Interview with the author of the whitepaper
= Price up in the morning, down in the evening, same as ever
= I moved my coins from one wallet to another yesterday
= The vote closes on Thursday at noon
= Is bitcoin a hedge against inflation?
= Traders await ruling in closely followed case
= New version changes the default fee setting
= He explains how liquidations work on perpetual exchanges
= Podcast: the history of the Mt. Gox case
= Survey asks members about their favourite tools
= Halving expected in April 2028
= Strong quarter for the miners, yet rising power costs cloud the outlook
= The fund rebalances its index every quarter
= Which chain has the lowest fees?
= Bank of Japan leaves policy rate at 0.5%
= Testnet faucet gives 0.1 ETH per day
= Can someone explain what slashing means
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
`);

/** Not looked at while tuning; what docs/sentiment.md says of it was measured when the tuning was over. */
export const HELD_OUT: readonly Labelled[] = read(`
+ XRP surges past $3 as legal clouds lift
+ Bitcoin ETF draws $1.1 billion in a day, its best since launch
+ Court sides with exchange in dispute over tokens
+ Cardano gains 11% and outperforms the market
+ Open interest climbs to a record as confidence returns
+ Central bank cuts rates, stocks and crypto advance
+ Startup raises $150 million to build photonic quantum computers
+ Attackers return the stolen ether, users made whole
+ New proof system makes rollups ten times cheaper
+ Energy use of the network drops 99% after the switch
+ AI assistant helps doctors spot tumours earlier
+ Exchange reserves fall to a five-year low as holders move coins into cold storage
+ Sales of AI chips top forecasts again
+ Crypto firm wins licence to operate across Europe
+ Fewer scams were reported this year than in any year since 2019
+ Record number of wallets hold at least one bitcoin
+ Bulls push ether through resistance
+ Bug bounty pays off: flaw closed within an hour
+ Token doubles after listing on major exchange
+ Lightning network capacity hits new peak
+ Rate worries ease and traders buy the dip
+ I can't believe how fast this chain is, super impressed
+ we are going to make it, hodl 💎🙌
+ Really happy with the new dashboard, great job team
+ My node has run for a year with no problems whatsoever
+ Loaded up on SOL this morning, feeling good about Q4
+ This thread saved me hours, thank you so much!
+ The airdrop was generous and the claim page just worked 🎉
+ never had a failed transaction here, solid network
+ undervalued gem imo, strong team, real users
+ Sentiment improves as the lawsuit is settled
+ Bank drops its ban on crypto purchases
+ Logical error rate falls below threshold, a milestone for the field
+ Translation model now rivals professional translators
+ Government embraces blockchain for land registry
+ Investors pour money into AI infrastructure
+ It was rough in spring, but the project has never looked healthier
+ Miner posts profit for the first time in two years
+ 🚀🔥📈
+ Liquidity is back and spreads are tighter than ever
- Crypto market sheds $300 billion in a weekend rout
- Wallet provider admits data breach affecting two million customers
- Solana drops 9% as memecoin mania cools
- Prosecutors charge founder with money laundering
- Bank cuts ties with crypto clients
- Token sinks after exchange announces delisting
- Oracle glitch triggers millions in bad debt
- Investors pull $800 million from bitcoin funds
- Hackers steal $35 million from DeFi lender
- Ether under pressure as whales sell
- Power costs push small miners out of business
- Startup shuts down after running out of cash
- Judge freezes assets of the project's founders
- AI chatbot gives dangerous medical advice, study finds
- Critics call the new surveillance model a threat to privacy
- Quantum company misses revenue target and slashes forecast
- Death cross looms for bitcoin
- Fear grips the market as war escalates
- Network congestion leaves users stuck for hours
- Governance attack hands control to a single wallet
- Inflation accelerates, dimming hopes for easier policy
- Senate blocks stablecoin bill
- lost everything in that rug, never again
- Worst customer service ever, avoid
- feels like exit liquidity for VCs tbh
- my bags are bleeding, can't take it anymore 😭
- App crashes every time I open it
- overhyped garbage with no users
- I wouldn't touch this token with a ten foot pole
- They haven't delivered a single thing on the roadmap
- sell everything, the top is in
- This is not a safe place for your money
- Airdrop was a disaster, bots took most of it
- The new model is worse than the old one and costs more
- Bears tighten their grip
- Exploiter launders funds through mixer
- Bitcoin can't break resistance, momentum fades
- Users complain of missing deposits
- Insider trading allegations rock NFT marketplace
- Yet another validator got slashed, trust is fading
= Bitcoin holds steady at $71,000 in quiet trade
= Fed meeting minutes due on Wednesday
= Company to publish results next week
= How to run a validator at home
= Senate committee sets date for hearing on digital assets
= What do you think about the new proposal?
= Exchange adds support for two more languages
= The protocol uses a constant product formula
= Lab describes a new way to read out qubits
= ETF expert joins rival firm
= Bitcoin up 1%, ether down 1% in thin trading
= Pros and cons of hardware wallets
= The merger vote is planned for October
= I think it could go either way from here
= Great features, awful interface
= Token generation event starts at 14:00 UTC
= Where can I read the audit report?
= Bitcoin's share of the market is 52%
= Analyst: too early to call a trend
= Index provider reviews its methodology
= A look back at ten years of smart contracts
= Is it a good time to buy or should I wait?
= Dataset covers 1,200 exchanges and brokers
= Governance vote number 41 ends tonight
= The chain produces a block every two seconds
= Ministry invites comments on draft tax guidance
= Beginners' guide to seed phrases
= Moderators: please use the daily thread for price talk
= Volume rose but prices did not follow
= Update 2.4 renames the settings page
`);

/** One text a line, its label first. */
export function read(lines: string): Labelled[] {
  const moods: Record<string, Mood> = { "+": "Positive", "-": "Negative", "=": "Neutral" };
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const mood = moods[line.charAt(0)];
      if (mood === undefined) throw new Error(`No label: ${line}`);
      return { mood, text: line.slice(2) };
    });
}
