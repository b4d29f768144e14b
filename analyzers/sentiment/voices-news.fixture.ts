import { type LabeledText, parseLabeledTexts } from "./labeled.fixture.ts";

/**
 * News in many voices: headlines, neutral reports, mixed news. Written and labeled before any of it was scored. See
 * voices.fixture.ts for how it is divided.
 */
export const NEWS_VOICES: readonly LabeledText[] = parseLabeledTexts(`
+ Spot ether funds post third straight week of inflows
+ Bitcoin reclaims $90,000 after softer-than-expected CPI print
+ Nvidia beats on top and bottom line, guides higher for next quarter
+ Layer 2 fees drop to a fraction of a cent following Thursday's upgrade
+ SEC closes its investigation into decentralised exchange, no charges filed
+ Researchers demonstrate logical qubit with error rate 800 times below the physical one
+ Custodian wins banking charter after a two-year wait
+ Small AI lab's open model matches systems ten times its size
+ Miners' margins widen as energy costs ease
+ Hospital trial: AI triage halves waiting times in emergency rooms
+ DEX volumes hit all-time high, overtaking two large centralized venues
+ Quantum startup secures $320M in oversubscribed round
+ Stolen funds recovered in full, exchange says users will be made whole
+ Solana posts 400 days without an outage
+ Analysts raise price targets across the chip sector
+ Court sides with Grayscale in landmark ruling
+ ETH staking queue grows to a record as institutions pile in
+ Tokenized treasury market quadruples in a year
+ Bank of England softens stance on stablecoin limits after industry pushback
+ Open-source maintainers welcome foundation's pledge of long-term funding
+ Quantum sensor finds buried pipes that radar missed, utility expands the pilot
+ XRP rallies 14% as appeal is dropped
+ Drug candidate designed by AI meets its primary endpoint in phase 2
+ Lightning capacity climbs again, merchants report fewer failed payments
+ Cardano developers ship long-awaited scaling upgrade ahead of schedule
+ Insurance fund covers every affected depositor within 48 hours
+ Chipmaker's new accelerator cuts inference cost by two thirds
+ Relief rally lifts altcoins after tariff pause
+ Regulator grants first licence under new regime, ending months of uncertainty
+ Cold atoms, hot results: error correction breakthrough impresses even the sceptics
+ Coinbase returns to profit as trading picks up
+ Audit gives bridge contract a clean bill of health
+ El Salvador's bitcoin bonds oversubscribed
+ Unemployment claims fall, risk assets breathe easier
+ Data centre operator signs its largest ever AI contract
+ Protocol's treasury now covers six years of development
+ IonQ shares jump on government contract
+ Bug bounty pays off: white hat stops a nine-figure theft
+ Visa to settle in USDC, a vote of confidence in public chains
+ Uniswap turns on fee switch, holders cheer
- Lender freezes withdrawals, citing extreme market conditions
- Bitcoin slides below key support as ETF outflows hit $900M
- Bridge drained of $190 million in chaotic free-for-all
- Palantir sinks on valuation worries
- Model hallucinated case law, judge fines the lawyers
- Founder of collapsed exchange sentenced to 25 years
- Quantum firm slashes revenue forecast and loses its CEO on the same day
- Ether/bitcoin ratio falls to lowest since 2020
- Regulators order bank to cut ties with crypto clients
- Stablecoin trades at 91 cents as redemptions are halted
- Layoffs at crypto unicorn reach a third of staff
- AI startup burned through $500M before shipping a product
- Phishing campaign empties thousands of wallets over the weekend
- Hashprice at record low leaves smaller miners underwater
- Short seller accuses quantum stock of faking its customer list
- Memory shortage to delay AI servers into next year
- Blockchain halts for seven hours, validators scramble to restart
- Treasury sanctions mixer, developers arrested
- Three senior researchers quit lab over safety concerns
- Investors flee as governance token dumps 60% in an hour
- Data leak exposes passports of 70,000 customers
- Fed minutes dash hopes of a summer cut
- Company's quantum advantage claim falls apart under review
- Chatbot told teenager to skip medication, lawsuit alleges
- Bitcoin miner files for Chapter 11
- NFT volumes down 95% from peak, marketplaces shut
- Oracle glitch liquidates $50M in positions within minutes
- ETF decision delayed again, bitcoin gives up gains
- China bans mining, again
- Fake airdrop site tops search results, thousands lose funds
- Audit finds reserves short by $1.2 billion
- Margin calls cascade through DeFi as ETH breaks $2,000
- Funding for quantum research faces 40% cut in new budget
- Developer backdoor discovered in popular wallet library
- Electricity grid operator warns AI demand could trigger blackouts
- Airdrop farmers took most of the supply, community furious
- Export curbs widen, shutting chip designers out of their second largest market
- Ledger customers targeted by letters demanding seed phrases
- Ripple effects: contagion spreads to two more lenders
- Weak guidance wipes $200 billion off AI stocks
= Bitcoin trades near $87,000 ahead of Fed decision
= SEC to hold roundtable on tokenization on 14 May
= What the Fusaka upgrade changes for node operators
= IBM publishes quantum roadmap through 2033
= Exchange moves headquarters from Malta to Dubai
= OpenAI names new chief financial officer
= Ethereum Foundation publishes its quarterly report
= House committee to vote on market structure bill next week
= Explainer: how zero-knowledge proofs work
= Bitcoin difficulty adjusts by 0.4%
= Survey: 31% of developers use two or more AI coding tools
= Bitcoin little changed as traders await jobs data
= Google Quantum AI moves into a larger building in Santa Barbara
= Hard fork scheduled for block 23,400,000
= Circle files amended S-1
= Ethereum gas limit raised from 36 to 45 million
= Stablecoin supply stands at $240 billion, data show
= The week ahead: CPI, Nvidia earnings, two token unlocks
= Anthropic opens office in Tokyo
= Court sets date for appeal hearing in mixer case
= Post-quantum signature standard enters public comment period
= Inflows to bitcoin funds match outflows from ether funds
= Company changes its name and ticker
= Exchange lists three tokens, delists two
= Interview: the physicist who builds qubits from silicon
= Token unlock worth $80 million due on Friday
= European Parliament schedules debate on the AI Act's code of practice
= Wallet maker releases firmware 2.4 with support for 12 more assets
= A brief history of proof of stake
= Microsoft and Quantinuum extend their partnership by two years
= Quarterly revenue came in at $1.9 billion, in line with estimates
= Options worth $4 billion expire on Friday
= Central bank surveys the public on a digital currency
= The foundation moved 1,000 ETH to a multisig, on-chain data show
= Researchers compare five error-correcting codes on the same hardware
= Mining pool changes its payout scheme from PPS to FPPS
= Tether's headcount reached 200 this month, its CEO said
= Number of bitcoin ATMs in Canada, by province
= Vitalik Buterin describes a possible design for light clients
= Conference on quantum networking takes place in Delft in October
= Bitcoin gains, ether slips, dollar flat
= Revenue rose 12% while costs rose 12%
= Stock unchanged after mixed results
= Upgrade speeds up blocks but raises hardware requirements
= New tax rule helps small holders and hits large ones
= Bank analyst sees upside for bitcoin, peer at rival bank sees downside
= The model scores higher on math and lower on writing than its predecessor
= Volatility index near its five-year average
= Company hires 40 engineers in Berlin and lays off 40 in London
= Here's how much bitcoin public companies held at the end of June
+ Photonic chip solves routing problem in minutes, not days
+ Translation model brings 40 endangered languages online
+ Prosecutors drop the case against wallet developers
+ Rate cut odds jump, bitcoin follows
+ Newcomer unseats incumbents on coding benchmark
- Deepfake of finance chief tricks firm into $25M transfer
- Cryptographers warn wallets are not ready for quantum attacks
- Users revolt after assistant starts showing ads
- Founder dumps tokens days before unlock, filings show
- Startup's robotaxi blamed for pile-up
- Stablecoin issuer misses audit deadline for third time
- Bitcoin erases the year's gains
= Quantum computing glossary: from ansatz to T gate
= University opens a two-year master's programme in quantum engineering
= AI model weights now available under a revised licence
= Lawmakers split over stablecoin interest
= Exchange adds Polish and Turkish to its app
= Ether rises against bitcoin, falls against dollar
= Miner reports 1,004 bitcoin produced in May
`);
