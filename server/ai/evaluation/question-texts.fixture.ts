/**
 * Questions as members and visitors type them, about the demo community, its sample articles and this site. One per
 * line: the question, then the acceptable sources. A source is `post:` or `article:` with the beginning of its title,
 * `term:` with the ID of a glossary entry, or `help:` with that of a help topic. `-` accepts the answer that the site
 * has nothing on the topic. In the follow-ups, `>>` separates the questions.
 */
export const QUESTION_SETS = {
  title: `
Kelly is a ceiling, not a target | post:Kelly is a ceiling
Why does sending 20 euros cost the same as sending 20 million? | post:Why does sending 20 euros
Payment "unconfirmed" for two days. Is it gone? | post:Payment "unconfirmed"
Is there a block explorer that doesn't phone home? | post:Is there a block explorer
What does temperature actually do? | post:What does temperature
So when do I have to move my coins? | post:So when do I have to move
What is an "approval" and why does my wallet list eleven of them? | post:What is an "approval"; term:token-approval
If the picture sits on somebody's server, what exactly did I buy? | post:If the picture sits
Has anyone used tokens for provenance of model weights? | post:Has anyone used tokens for provenance
Why do so many large moves happen on Sunday evening? | post:Why do so many large moves
Technical analysis is astrology with a y axis | post:Technical analysis is astrology
Charged four times without doing anything. What is a funding rate? | post:Charged four times; term:perpetual-future
Why does my portfolio script say I own 0.30000000000000004 ETH | post:Why does my portfolio script
Has anyone seen a timelock that is longer than the time it takes to read the diff? | post:Has anyone seen a timelock
4 bits is enough for everyone | post:4 bits is enough
QKD sales bingo | post:QKD sales bingo
Most bridges are a multisig wearing a diagram | post:Most bridges are
Neural decoders against matching: am I reading this comparison right? | post:Neural decoders
what did you read that was longer than a headline? | post:Weekly reading thread
Five places where your backtest looks into the future | post:Five places
Passkeys: what they fix, what they move | post:Passkeys
Where the yield of a DeFi pool comes from | article:Where the yield; post:Before the APY
Finality, explained without a chart | article:Finality
Benchmarks age faster than models | article:Benchmarks age
Stablecoins are four different things with one name | article:Stablecoins are four
`,
  onTopic: `
how big does a kv cache get at 32k context | post:KV cache
why is my local llm so slow with long context | post:KV cache; article:Running a model at home
does 4 bit quantization hurt quality | post:4 bits is enough; article:Running a model at home
what hardware do i need to run a model at home | article:Running a model at home; post:KV cache
is temperature 0 deterministic | post:What does temperature
best chunk size for rag | post:Retrieval chunk sizes
how do i stop prompt injection in an email agent | post:Prompt injection is a confused deputy; term:prompt-injection
ai crawlers are eating all my bandwidth, what can i block | post:Crawlers took 61%
are model cards legally binding? | post:A small complaint about model cards
can i train a lora on my own drawings | post:I trained a LoRA
our eval score jumped 12 points overnight, could it be the parser | post:Nine of our twelve points
can an llm grade my trading journal | post:I let a model grade
how large are post quantum signatures compared to ecdsa | post:What a post-quantum signature; article:What post-quantum cryptography changes
Is ML-KEM a drop in replacement for X25519? | post:ML-KEM is not
is there a deadline in 2035 for quantum safe crypto? | post:What the "quantum-safe by 2035"
does grover's algorithm break bitcoin mining | post:Grover on proof of work; term:grover-s-algorithm
how many physical qubits per logical qubit below threshold | post:The threshold theorem; article:Qubits are counted; term:logical-qubit
what's the difference between physical and logical qubits | article:Qubits are counted; term:logical-qubit; post:The threshold theorem
neural network decoder for surface code vs matching | post:Neural decoders
do vendors oversell quantum key distribution | post:QKD sales bingo; term:quantum-key-distribution
when will quantum computers break bitcoin | post:So when do I have to move; term:quantum-threat-to-bitcoin; post:Before you share "quantum; post:What a post-quantum signature
how do I check a "quantum computer breaks encryption" headline | post:Before you share "quantum
is my bitcoin safe from quantum on a fresh segwit address | post:What a post-quantum signature; post:So when do I have to move; term:quantum-threat-to-bitcoin; article:What post-quantum cryptography changes
how much does a bitcoin transfer fee depend on the amount | post:Why does sending 20 euros; term:transaction-fee
my btc payment has been unconfirmed for days with 1 sat/vb | post:Payment "unconfirmed"
how do I back up my keys before moving to self custody | post:Read this before you move coins; post:Restore drill day
should i use a passphrase 25th word | post:Unpopular: the 25th word
someone sent me a zero value transfer from an address that looks like mine | post:Address poisoning; term:address-poisoning
is address poisoning expensive for attackers | post:Address poisoning; term:address-poisoning
look up my own addresses privately | post:Is there a block explorer
does the EU travel rule ban self custody | post:What the EU transfer rules; term:travel-rule
running a bitcoin node at home what breaks | post:Three years of a node
are bridges safe | post:Most bridges are; term:bridge
how reliable is chain analysis clustering | post:I labelled 1,212
can chain analysis get it wrong | post:I labelled 1,212
can i post a screenshot of my wallet? | post:House rule: screenshots
how does impermanent loss compare to option selling | post:Providing liquidity; term:impermanent-loss
first depositor attack erc-4626 | post:Review notes
is a 31% APR liquidity vault real | post:Backtest of a range rebalancer
how does liquidation work on lending protocols | post:Lending protocols; term:liquidation; term:lending-protocol
first come first served ordering vs priority auction for sequencers | post:First come, first served
do unlimited token approvals cost anything to revoke | post:What is an "approval"; term:token-approval
why did I lose money in a stablecoin pool although the lp token went up | post:My LP token went up
who pays the apy | post:Before the APY; article:Where the yield
where does defi yield come from | article:Where the yield; post:Before the APY; term:yield-farming
what backs a stablecoin | article:Stablecoins are four; term:stablecoin
how should I read a stablecoin regulation | post:How to read a stablecoin rule
store art on chain cost gas | post:Putting a 9 KB drawing
do nft royalties still get paid | post:Royalties after enforcement
where is my nft image stored? | post:If the picture sits
_safeMint reentrancy | post:_safeMint calls the buyer
how do I size positions with kelly | post:Kelly is a ceiling
half kelly drawdown | post:Kelly is a ceiling
look-ahead bias in backtests | post:Five places; term:backtest
where should i put my stop loss | post:What eleven years on a desk
R2 0.31 out of sample on order book data, where is the leak | post:I trained a small transformer
why do i pay funding on my perp | post:Charged four times; term:perpetual-future
does technical analysis work | post:Technical analysis is astrology; term:technical-analysis
is weekend liquidity thinner | post:Why do so many large moves
can a trading bot api key without withdrawal rights lose my money | post:Your trading bot's key
what do trading bots not tell you | article:Trading bots; post:Your trading bot's key
how much power does the server use | post:The server is in a cupboard
typescript vs rust indexer speed | post:We rewrote the indexer
offset vs keyset pagination in postgres | post:Keyset pagination
webassembly faster than typescript for plotter path | post:25 ms instead of 1.9 s
how often should i test my backups | post:Restore drill day; post:Read this before you move coins
what are the downsides of passkeys | post:Passkeys; term:passkey
is cvss a risk score | post:Reminder: a CVSS
when is the maintenance | post:Maintenance on Sunday
how to read market headlines | post:How I read a market headline; article:How to read a Bitcoin headline
do I need to do anything for an ethereum upgrade | article:A calendar for people
when is a payment final on a rollup | article:Finality; term:finality
why do llms make up news | article:What a language model knows; term:hallucination
can i trust ai benchmark scores | article:Benchmarks age; term:benchmark
how do smart contracts fail without an alarm | article:Three ways a smart contract
collector wants only the token not the print | post:Buyer wants the token
what is staking? | term:staking
explain zk rollups | term:zk-rollup
whats MEV | term:maximal-extractable-value
What is RAG? | term:retrieval-augmented-generation
difference between hot wallet and cold storage | term:hot-wallet; term:cold-storage
what is a seed phrase | term:seed-phrase
what does HODL mean | term:hodl
what is entanglement | term:entanglement
`,
  nearTopic: `
how do I pay lower gas fees? | -; post:Why does sending 20 euros; term:gas; term:transaction-fee
restaking risks | -; term:restaking
how do I mine dogecoin on a raspberry pi | -; term:mining
which country has the lowest crypto tax | -; term:crypto-tax
how do i stake eth with a ledger | -; term:staking; term:hardware-wallet
what happened to FTX | -
who is vitalik buterin | -
who invented bitcoin | -; term:bitcoin; term:satoshi
what did the SEC say about solana etfs | -
when is the next bitcoin halving | -; term:halving
how many bitcoin are left to mine | -; term:bitcoin; term:halving; term:mining
is binance insolvent | -
coinbase customer support phone number | -
what is gpt-5's context length | -; term:context-window
how do i fine-tune llama 3 on my company docs | -; term:fine-tuning; post:I trained a LoRA
who won the nobel prize for quantum physics | -
how cold is google's willow chip | -
can i run solidity on windows 95 | -; term:solidity
how do I write a solidity unit test in foundry | -; term:solidity
what is the market cap of cardano today | -; term:market-capitalization
does tether have enough reserves | -; term:proof-of-reserves; article:Stablecoins are four; term:stablecoin
why did ethereum move to proof of stake | -; term:proof-of-stake; term:ethereum
is monero illegal in japan | -; term:privacy-coin
what's the cheapest vps for a validator | -; term:validator
how did the moon landing change staking rewards? | -; term:staking
recommend a crypto podcast | -
how do i cash out crypto to my bank in india | -
what is the best crypto credit card | -
ibm quantum stock price | -
do quantum computers need helium 4 suppliers in germany | -
how do i get into a crypto startup job | -
is my landlord allowed to accept bitcoin rent | -
`,
  offTopic: `
what is the weather in Paris | -
who won the match yesterday? | -
best pizza dough recipe | -
how do i remove red wine from a carpet | -
translate good morning to spanish | -
write me a poem about cats | -
what is the capital of australia | -
my dog ate chocolate what do i do | -
how many calories in a banana | -
how to tie a tie | -
what time is it in tokyo | -
who is the president of france | -
plan a three day trip to lisbon | -
12 * 37 | -
how do i fix a leaking tap | -
tell me a joke | -
is it normal to have back pain after running | -
best movies of 2019 | -
asdfgh qwertz | -
how do vaccines work | -
when do tulips bloom | -
what should i cook tonight with eggs and rice | -
`,
  help: `
how do i turn on two factor authentication | help:two-factor
2fa setup where | help:two-factor; term:two-factor-authentication
i lost my phone with the authenticator app, how do I get back in | help:two-factor
where are my recovery codes | help:two-factor
forgot my password | help:password
how can i change my password | help:password
how do i delete my account | help:delete-account
can I download all my data | help:download-data
how do I change my username | help:profile
upload a profile picture | help:profile
how do i report a post | help:report
someone is harassing me in the comments, where do i report it | help:report
what happens when I report someone? | help:report
how do i post something here | help:post
how do I add a picture to my post | help:post
can i use markdown and latex | help:post; post:Welcome to Lattice
where are my drafts | help:drafts; post:Welcome to Lattice
can I take back a vote? | help:vote; post:Welcome to Lattice
what does hot sorting mean | help:vote; post:Welcome to Lattice
why can't i vote twice on a post | help:vote; post:Welcome to Lattice
how do I edit my comment | help:comments; post:Welcome to Lattice
how do i reply to a comment | help:comments; post:Welcome to Lattice
how do I follow a thread | help:notifications
stop sending me emails | help:notifications; help:newsletter
how do I mute notifications | help:notifications
unsubscribe from the newsletter | help:newsletter
how do I connect my wallet | help:wallet
does this site have access to my private keys | help:wallet
is it safe to connect metamask here | help:wallet
why does the wallet page show sample data | help:wallet
what can the ai tools do | help:ai-tools
are my questions to the assistant stored? | help:ai-tools
how many answers do i get per day | help:ai-tools
how do I scan a smart contract on this site | help:ai-tools; term:smart-contract-audit
sign me out on all devices | help:sessions
how do i see where i'm logged in | help:sessions
how do I search for posts by one author | help:search
where do i find saved posts | help:saved
where does the news come from | help:news
switch to dark mode | help:appearance
why can't I post links as a new member | help:new-members
what is karma | help:vote
I didn't get the confirmation email | help:sign-up; help:password
how do I sign up | help:sign-up
`,
  followUp: `
What is staking? >> explain it more simply | term:staking
what is a zk rollup >> simpler please | term:zk-rollup
explain impermanent loss >> why? | term:impermanent-loss; post:Providing liquidity; post:Backtest of a range rebalancer
how does liquidation work on lending protocols >> and at night? | post:Lending protocols; term:liquidation; term:lending-protocol
how large are post quantum signatures compared to ecdsa >> what about falcon? | post:What a post-quantum signature
does 4 bit quantization hurt quality >> and for other languages? | post:4 bits is enough
how do I size positions with kelly >> what about drawdown? | post:Kelly is a ceiling
difference between hot wallet and cold storage >> what about the second one? | term:cold-storage
difference between proof of work and proof of stake >> tell me more about the first one | term:proof-of-work
how do i turn on two factor authentication >> what if I lose my phone? | help:two-factor
how do i report a post >> what happens then? | help:report
is temperature 0 deterministic >> why not? | post:What does temperature
are bridges safe >> and on Solana? | -; post:Most bridges are; term:bridge
should i use a passphrase 25th word >> what should I use instead? | post:Unpopular: the 25th word
what is a seed phrase >> who can see it? | term:seed-phrase; help:wallet
what are the downsides of passkeys >> tell me more | post:Passkeys; term:passkey
what is the weather in Paris >> and tomorrow? | -
what is staking? >> best pizza dough recipe | -
who pays the apy >> thanks! and what is a sequencer? | term:sequencer
how do i delete my account >> can I undo that? | help:delete-account
does grover's algorithm break bitcoin mining >> and shor's? | term:shor-s-algorithm; term:quantum-threat-to-bitcoin
`,
} as const;

/** Requests to the Content Generator, in the same form. */
export const BRIEF_REQUESTS = `
Write a short post about Ethereum staking | -
restaking risks | -
post-quantum signatures | post:What a post-quantum signature; post:ML-KEM is not; article:What post-quantum cryptography changes; post:So when do I have to move; post:What the "quantum-safe
Write a brief on address poisoning | post:Address poisoning
stablecoins | article:Stablecoins are four; post:How to read a stablecoin rule; post:My LP token went up
local models and quantization | post:4 bits is enough; post:KV cache; article:Running a model at home
bridges | post:Most bridges are
NFT royalties | post:Royalties after enforcement
Give me an overview of prompt injection | post:Prompt injection is
position sizing and kelly | post:Kelly is a ceiling
formula one racing | -
the weather in Paris | -
solana memecoins | -
token approvals | post:What is an "approval"
funding rates on perpetuals | post:Charged four times
backtesting mistakes | post:Five places; post:Backtest of a range; post:I trained a small transformer; article:Trading bots
passkeys | post:Passkeys
dogecoin price outlook | -
quantum error correction | post:The threshold theorem; post:Neural decoders; article:Qubits are counted
self-custody backups | post:Read this before you move coins; post:Restore drill day; post:Unpopular: the 25th word
`;
