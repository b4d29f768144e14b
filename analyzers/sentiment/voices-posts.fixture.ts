import { type LabeledText, parseLabeledTexts } from "./labeled.fixture.ts";

/**
 * What people write, in many voices: forum posts, short messages, sarcasm, mixed feelings, questions. Written and
 * labeled before any of it was scored. See voices.fixture.ts for how it is divided.
 */
export const POST_VOICES: readonly LabeledText[] = parseLabeledTexts(`
+ Moved my whole setup to a hardware wallet last weekend and honestly it was painless.
+ Support answered in four minutes and actually fixed it. Didn't expect that.
+ lfg ETH finally waking up 🚀
+ Just ran a 70B model on my own desk. What a time to be alive.
+ I was skeptical about rollups but after a month of use I'm sold
+ diamond hands paid off lol
+ Big thanks to whoever wrote the staking guide, saved me hours
+ Best week for my portfolio since 2021
+ This is the first DAO I've seen where voting actually matters
+ The agent refactored 4k lines and every test still passes. Mind blown.
+ The new docs are so much clearer, kudos to the team
+ my grandma sent me usdc from her phone, took 3 seconds. we're so early
+ BTC looking strong here, higher lows all week
+ Took profits at 95k and paid off my car, no regrets
+ Never thought I'd say it, but the UX of this wallet beats my bank
+ Fees are basically zero now. Love to see it
+ gm, green candles everywhere
+ Switched validators and my rewards went up by a quarter
+ Got my stuck transaction back thanks to this thread, you guys rock!
+ The roadmap is realistic and they've hit every milestone so far
+ wagmi
+ Our lab got time on a 156-qubit machine and the first results agree with theory. Very happy.
+ not gonna lie the new release slaps
+ can't wait for the mainnet launch, testnet has been flawless
+ If you have kids, show them this course. Mine learned more about AI in a week than in a year of school.
+ The audit came back with zero criticals, which is rare. Good sign.
+ Undervalued imo. Team keeps shipping while nobody's watching
+ Loaded up on SOL at 120, feeling good about it
+ I sleep better since I went from leverage to spot
+ Honestly the most helpful forum I've been on
+ After two years of bear market it's nice to see builders getting rewarded
+ They reimbursed everyone. Didn't have to, but did. Respect.
+ ngmi? we are so back
+ The learning curve is steep, but once it clicks you'll never go back
+ Dip got bought in ten minutes, bulls are in control
+ impressed by how fast they patched it
+ ATH again!!! 🥳🥳
+ qiskit 2 cut my circuit compile time from minutes to seconds
+ Say what you will about the price, the tech is solid and adoption keeps growing
+ Works out of the box. 10/10 would recommend
+ Finally a regulator who gets it
+ Sold my rigs last year, bought the coin instead, best decision I ever made
+ After weeks of sideways, momentum is on our side again
+ People called it a scam for years. Look who's laughing now.
+ Nothing to complain about: fast, cheap, stable.
+ I can finally retire early thanks to a bet I made in 2016
+ Not perfect, but easily the best privacy wallet out there
+ The hackathon was a blast, met so many kind people
- Lost 4 ETH to a fake Uniswap ad. Please be careful out there.
- Another day, another rug
- Great, my exchange is "under maintenance" during the crash. Again.
- Day 12 of waiting for my withdrawal. Support keeps sending the same copy-paste reply.
- Wow, 200 dollars in gas to send 50 dollars. The future of finance!
- So glad I bought the top, really love watching it go to zero
- imo this token has no reason to exist
- i'm down 70% and can't sleep
- The team stopped posting in March and the GitHub is dead
- wen refund?? it's been 3 weeks
- Sure, a "quantum-proof" coin with two anonymous devs. What could possibly go wrong.
- the model got dumber after the last update, it can't even count
- This bear market is brutal, half my group chat has left
- Insiders dumped on retail, as usual
- AI slop everywhere, I can't find a single honest review anymore
- Stay away from this broker, they closed my account and kept the money
- rekt
- Nobody needs another L2
- Shame on the foundation for selling at the top
- Congrats to the devs for shipping the same bug twice
- They promised decentralization and gave us a multisig with three friends on it
- I regret not selling in November
- My ledger arrived opened. Sending it back and never ordering there again.
- charts look ugly, next stop 60k
- Imagine paying 30% a year for a chatbot wrapper
- The whitepaper is copied word for word from another project
- Rates higher for longer, liquidity drying up, I'm staying out
- We got liquidated on a wick that exists on no other exchange
- Sorry, but this proposal makes everything worse for small stakers
- Everybody I know who tried this platform got burned
- Yet another roadmap full of buzzwords and not one line of code
- customer service is a joke
- Feels like 2022 all over again
- it's over
- Not convinced at all. The yields come from nowhere.
- Two outages in a month, how am I supposed to build on this
- my code assistant deleted the database and apologized, thanks I guess
- Oh look, the influencer who told us to buy is selling
- The interface is confusing and the fees are hidden
- Bulls keep saying "next week". I'm tired.
- Devs are asleep, discord mods ban anyone who asks questions
- Don't fall for the airdrop, it drains your wallet
- "Not your keys" hit me the hard way this week
- The quantum hype is decades ahead of the hardware and investors will pay for it
- Nothing works since the update
- I'd rather keep cash under my mattress than stake with these people
- Whales are exiting and retail is holding the bag 🤡
- Could have been a great product. Instead it's spyware.
= How do I move my coins from an exchange to a hardware wallet?
= Which rollup do you use for small payments?
= Is there a way to run a validator on a Raspberry Pi 5?
= Anyone else going to the meetup in Lisbon next month?
= I hold about half in BTC and half in ETH, rebalanced once a year.
= Can someone explain the difference between a qubit and a classical bit?
= tl;dr they're moving from PoW to PoS in 2026
= What did you pay in fees last month?
= Looking for a dataset of historical funding rates, any pointers?
= I use Python for the bot and Postgres for storage.
= For those asking: the snapshot was taken at block 19,000,000.
= Does anyone know when the testnet resets?
= Some say we go to 150k, others say 40k. I honestly have no idea.
= The fees are low, but so is the liquidity
= Good tech, bad tokenomics
= Love the chip, hate the price
= 50/50 on this one tbh
= Depends on your time horizon
= I sold half and kept half
= Reading the EIP now, will post a summary later
= New here. I work in logistics and want to learn about smart contracts.
= Is it worth learning Rust in 2026, or is Solidity enough?
= The paper has 31 pages, the appendix another 40.
= Should I be worried about quantum computers breaking bitcoin?
= Price was 2,900 when I went to bed and 2,900 when I got up
= Do stakers get taxed on rewards in Germany?
= reposting for visibility, the call is at 5pm UTC
= My node has 64 GB of RAM and a 4 TB disk.
= There are pros and cons, see the table in the first post
= What's your favourite book about cryptography?
= The vote ends on Sunday. You need at least 100 tokens to take part.
= Has anybody compared two models on Solidity audits?
= He's bullish, she's bearish, they run the same podcast
= Setup was annoying but it's been fine since
= I pay 12 euros a month for electricity with two nodes running
= Which exchange is safest for a beginner?
= Update: the thread has been moved to the Research section
= It went up 5% in the morning and lost 5% in the afternoon
= I neither trust nor distrust them, I just read the code
= Is the bull market over or is this just a correction?
= Here's my config file, comments welcome
= The first mainnet block was mined at 14:02 UTC
= Yes, the contract is upgradeable. The admin is a 4-of-7 multisig.
= You can find the changelog in the release tab
= Part two covers surface codes, part three covers color codes
= The winners and losers of this cycle, a list
= Meh. Seen it before.
= it's okay i guess, does what it says
= What happens to my stake if the operator gets slashed?
= Both sides of this debate have a point
= Wondering if I should switch to a full node
= She asked whether the hack affects cold wallets too
= Polymarket has it at 48%, Kalshi at 49%
= Moderator note: please keep price talk in the daily thread
= Will the ETF be approved this year?
= I'm comparing three ledgers: price, size, open firmware
= Bought some, sold some, the usual Tuesday
= Transaction went through after 14 confirmations
+ I doubted the trapped-ion people, I was wrong, these fidelities are gorgeous
+ ok the voice mode made my mother laugh out loud, worth every cent
+ Local models went from toy to tool in a single year
+ bull flag confirmed, target 140
+ Thank you all for the kind words, the grant went through!
- Asked it three times, got three different answers, all of them made up
- Rent's due and my yield farm just got exploited. Perfect timing.
- I used to recommend them. Not anymore.
- They quietly raised the fee and hoped we wouldn't notice
- same story every cycle, retail buys the news and gets dumped on
- Hard to see how this recovers
= Running a benchmark tonight, ask me for numbers tomorrow
= The API returns JSON, the older endpoint returns XML
= My guess is as good as yours
= Fast model, but it forgets half of what I tell it
= What would a 10,000-qubit machine be used for?
= Swapped the fan on my miner, temperature is 61 degrees
`);
