import { type LabeledText, parseLabeledTexts } from "./labeled.fixture.ts";

/**
 * Messages that no word list was tuned on. The constants in polarity.ts are fitted to these and other messages, so
 * that its probabilities apply to new messages.
 */
export const CALIBRATION: readonly LabeledText[] = parseLabeledTexts(`
+ Bitcoin tops $100,000 as institutional money floods in
+ Ethereum validators approve upgrade that triples throughput
+ Stablecoin bill clears its last hurdle in Congress
+ Trader turns $800 into a fortune with early bet
+ Network survives record traffic without a hiccup
+ Pension fund makes its first allocation to digital assets
+ Gas falls to pennies after the blob upgrade
+ AI model spots lung cancer years before doctors
+ Exchange reimburses customers after glitch
+ Quantum network links three cities for the first time
+ Hacker returns $60 million and keeps a reward
+ Treasury yields retreat, giving crypto room to run
+ Chip designer lifts outlook on booming data centre orders
+ Altcoins catch a bid as dominance rolls over
+ Judge throws out charges against developer
+ Remittances with stablecoins save families millions
+ finally a wallet my parents can use
+ ser this is the best community in crypto
+ up big today, thank you SOL
+ Bottom is in, accumulating every week
+ not selling a single sat, see you at 200k
+ I've tried five rollups and this one is by far the nicest
+ zero complaints, three years in and still going strong
+ Their support fixed it in ten minutes. Impressive.
+ charts are looking juicy 👀📈
+ kudos to the devs for being so open about the incident
+ Energy-hungry mining gives way to hydropower
+ Merchants report lower costs since switching to Lightning
+ Laboratory halves the number of qubits needed to break even
+ Open source tool makes audits affordable for small teams
+ Token jumps after burn of a tenth of its supply
+ Jobs data calms recession nerves
+ This is a big win for privacy
- Bitcoin tumbles through $80,000 in hectic trading
- ETF demand evaporates as arbitrage unwinds
- Bridge loses $120 million to forged messages
- Token craters 70% on exchange investigation
- Customers sue broker over frozen accounts
- Validator bug splits the chain
- Central bank governor calls crypto a gamble with no value
- Investors left holding the bag as founders cash out
- Chatbot invents court cases, lawyer sanctioned
- Qubit maker burns through cash with little to show
- Tether wobbles below a dollar
- North Korean group behind yet another heist
- Hot jobs report dashes rate cut bets
- Ethereum gas spikes, small users priced out
- Mining stocks hammered after difficulty jump
- Country outlaws self custody
- Exchange insolvent, users told to expect cents on the dollar
- Hopes for altcoin season are fading fast
- Airdrop farmers dump, price halves
- AI bubble fears wipe $1 trillion off chip shares
- Startup quietly lets go of 90 people
- my account got locked for no reason
- this chart is pure pain
- devs rugged us, lesson learned
- can't recommend this wallet to anyone
- dont fall for it, fake airdrop link
- 3 failed transactions and still paid the fee 🤬
- Another day, another exploit. I'm tired
- the whitepaper is plagiarised lmao
- zero users, zero revenue, $4B valuation. make it make sense
- Promised in January, still nothing in June
- My funds are gone and the chat bot keeps closing my ticket
- Surveillance clause in AI act draws fire
- Audit skipped, admin key in a single hand
- Liquidity thins and spreads blow out
= Bitcoin hovers around $67,500 as Asia opens
= Fund files form for solana product
= Court schedules trial for next March
= Foundation elects three board members
= Here is how restaking differs from staking
= What happens at the next halving?
= Exchange moves user wallets to new addresses next week
= The spec lists four kinds of transactions
= Company says it holds 8,133 bitcoin
= Developers discuss block size on the mailing list
= Poll: do you prefer hardware or software wallets?
= Minutes of the May governance call
= Ether gains while solana falls in mixed session
= The model has seven billion parameters
= CBDC pilot enters its second phase
= Quantum key distribution: a glossary
= Stablecoins make up 8% of the market
= Looking for a study partner for the Solidity course
= Fast but expensive, as always
= Which exchange do you use in Canada?
= The token has 18 decimals
= ETF decision postponed to 12 June
= He joined the bank as head of digital assets in 2021
= Weekly options expire on Friday
= I hold both, no strong opinion
= The chip is made in a 28 nanometre process
= Release notes for version 1.9
= SEC chair to testify before committee
= Bulls and bears fight over $70,000
= Reading list for new members
= Could go up, could go down, nobody knows
= Bitcoin versus gold: how the two compare
`);
