import { type LabeledText, parseLabeledTexts } from "./labeled.fixture.ts";

/** The first messages that the word lists were tuned on. */
export const FIRST_TUNING: readonly LabeledText[] = parseLabeledTexts(`
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
`);
