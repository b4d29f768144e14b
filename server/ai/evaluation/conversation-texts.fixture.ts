/**
 * Conversations of two or three questions, as visitors type them, about the glossary, this site's help and the demo
 * community. One per line: the questions, separated by `>>`, then the acceptable answers to the last one:
 *
 * - a source as in `question-texts.fixture.ts`, with a passage from it that no earlier answer gave
 * - `~` and a source: the same, but the passage may be repeated, because the visitor asked for a shorter version or the
 *   source
 * - `=`: the answer that the site has nothing more on the topic
 * - `-`: the answer that the site has nothing on the topic
 */
export const CONVERSATIONS = `
What is a funding rate? >> who pays, how often; and what would it cost for a 500-dollar long? | post:Charged four
what's a perpetual future >> how often is the funding paid >> and who gets it | post:Charged four
someone sent me a zero value transfer from an address that looks like mine >> what can I do about it now? | post:Address poisoning; term:address-poisoning
What is address poisoning? >> how do i protect myself | post:Address poisoning
is address poisoning expensive for attackers >> how long does it take them? | post:Address poisoning
What is staking? >> is it safe? | term:slashing; term:restaking; term:liquid-staking; term:validator; post:Before the APY
What is staking? >> who won the world cup? | -
what is a rollup? >> and when is a payment on it final | article:Finality; term:finality
what's a seed phrase >> how shoud i store it | post:Read this before; post:Restore drill; term:hardware-wallet; term:cold-storage; post:House rule; term:shamir-secret-sharing
what is a seed phrase? >> can i take a photo of it | post:Read this before; post:House rule; =
What is impermanent loss? >> how much is it if the price goes x4 | post:Providing liquidity
what is impermanant loss >> why does it happen? | post:Providing liquidity; term:automated-market-maker; =
what is a passkey >> what are the downsides? | post:Passkeys
Passkeys: what they fix, what they move >> and if i loose my phone? | post:Passkeys
What is a token approval >> how do I get rid of it >> does that cost anything? | post:What is an "approval"
what is an NFT? >> where is the picture stored | post:If the picture; term:ipfs; post:Putting a 9 KB
What is an NFT? >> do artists still get royalties >> why not? | post:Royalties; term:royalty
what is quantization >> does it hurt the quality? | post:4 bits is enough; article:Running a model
how big does a kv cache get at 32k context >> why does it get slower? | post:KV cache
What does temperature actually do? >> so is 0 always the same answer | post:What does temperature
what is prompt injection >> how do I protect my email agent from it | post:Prompt injection
what is prompt injection? >> tell me more >> more please | post:Prompt injection; term:prompt; term:ai-agent; term:retrieval-augmented-generation; =
What is a bridge? >> are they safe? | post:Most bridges
What is a bridge? >> are they safe? >> and on solana? | -; =
what is MEV >> who gets the money? | post:First come; term:front-running; term:sandwich-attack; =
what is a sandwich attack >> how can i avoid it | post:First come; term:slippage; term:maximal-extractable-value; =
what is a stablecoin >> what backs it? | article:Stablecoins are four; post:How to read a stablecoin; term:proof-of-reserves; term:algorithmic-stablecoin
What is a stablecoin? >> what if it loses its peg | term:peg; term:algorithmic-stablecoin; term:death-spiral; post:My LP token; article:Stablecoins are four
what is liquidation >> can you give me an example with numbers? | post:Lending protocols; term:overcollateralization
How does liquidation work on lending protocols >> what should i do to avoid it | post:Lending protocols
how do I size positions with kelly >> why not bet the full amount? | post:Kelly
kelly criterion for position sizing >> whats the drawdown at half kelly | post:Kelly
What eleven years on a desk taught me about stops >> where should i put it | post:What eleven
how do i turn on two factor authentication >> what if i lose the phone? | =
how do I delete my account >> what happens to my posts? | =
how do i report a post >> will they know it was me | =
forgot my password >> i didnt get the email | help:sign-up; =
how do I write a post? >> and a comment? | help:comments
how do I post something here >> can i add math? >> and pictures? | =
are my questions to the assistant stored >> how do i delete them? | =
how do i connect my wallet >> can you steal my coins then? | =
tell me a joke >> another one | -
what is the weather in paris >> and tomorrow? >> ok, what is gas? | term:gas
what is a zk rollup >> how do I bake bread | -
What is a DAO >> thanks! what is a validator? | term:validator
explain proof of work >> proof of stake? | term:proof-of-stake
what is cold storage >> and a hot wallet? | term:hot-wallet
difference between cold storage and hot wallet >> the second one >> is it safe? | =; term:wallet-drainer; post:Read this before; term:hardware-wallet; term:custody
running a bitcoin node at home what breaks >> how much does it cost? | post:Three years
running a bitcoin node at home what breaks >> how long did the first sync take | post:Three years
The server is in a cupboard >> how much power does it use? >> and the backups? | post:The server is in a cupboard
my btc payment has been unconfirmed for days with 1 sat/vb >> should i send it again? | post:Payment "unconfirmed"
Payment "unconfirmed" for two days. Is it gone? >> what can i do | post:Payment "unconfirmed"
Why does sending 20 euros cost the same as sending 20 million? >> and on ethereum? | post:Why does sending
Why does sending 20 euros cost the same as sending 20 million? >> how do i make it cheaper | post:Why does sending
does grover's algorithm break bitcoin mining >> why not? | post:Grover on
when will quantum computers break bitcoin >> what should I do now? | post:So when do I; post:What a post-quantum signature; article:What post-quantum
how large are post quantum signatures compared to ecdsa >> which is the smallest one | post:What a post-quantum signature
what is QKD >> whats the catch? | post:QKD sales
what is quantum error correction >> how many qubits does it need? | post:The threshold theorem; article:Qubits are counted; term:logical-qubit
what is a logical qubit >> numbers? | post:The threshold theorem; article:Qubits are counted; term:fault-tolerance
what is a LoRA >> has anyone here tried it? | post:I trained a LoRA
what is RAG >> whats the best chunk size | post:Retrieval chunk sizes
what is rag >> explain it more simply >> even shorter please | =; ~term:retrieval-augmented-generation
what is a merkle tree >> eli5 | ~term:merkle-tree
what is backtesting? >> common mistakes? | post:Five places; post:Backtest of a; term:overfitting; article:Trading bots
does technical analysis work >> is there any evidence | post:Technical analysis
Why do so many large moves happen on Sunday evening? >> source? | ~post:Why do so many
what is HODL >> where did you get that from | ~term:hodl
where does defi yield come from >> and who pays for it? | post:Before the APY; article:Where the yield; term:annual-percentage-yield
where does defi yield come from >> tell me more >> more | article:Where the yield; post:Before the APY; term:annual-percentage-yield; term:yield-farming; term:liquidity-pool; =
what is a multisig >> is it better than a passphrase? | post:Unpopular; post:Read this before
does the EU travel rule ban self custody >> from which amount | post:What the EU
does the EU travel rule ban self custody >> and in japan? | -; =
can a trading bot api key without withdrawal rights lose my money >> how do i prevent that | post:Your trading bot's key
how do I back up my keys before moving to self custody >> how often should i test it? | post:Restore drill; post:Read this before
first depositor attack erc-4626 >> how do i fix it | post:Review notes
What is reentrancy? >> does it happen with nfts too? | post:_safeMint
What is tvl >> what is the tvl of aave right now | -; =
crawlers took 61% of our traffic >> what did they block | post:Crawlers
are model cards legally binding? >> what should i write instead | post:A small complaint
keyset pagination >> what are the drawbacks? | post:Keyset
can chain analysis get it wrong >> how often? | post:I labelled
what is slippage >> ok different question, what is a funding rate | term:perpetual-future; post:Charged four
what is a whale >> what is a honeypot >> how do i spot one | =; term:rug-pull
what is dca >> and what did jerome powell say about it | -; =
hi >> what is gas? >> how much is a transfer | post:Why does sending; term:transaction-fee; =
what is a vector database >> who invented it? | =; -
what is bitcoin >> when was the first block made | term:genesis-block
how do i follow a thread >> and a tag? | =
what is the newsletter >> how do i get rid of it | =
what is staking >> waht is slashing >> how do i aviod it | =; term:restaking; term:validator
is bitcoin safe from quantum computers >> and ethereum? | post:What a post-quantum; -; =
are bridges safe >> how do i check one before i use it | post:Most bridges; post:Weekly reading
`;
