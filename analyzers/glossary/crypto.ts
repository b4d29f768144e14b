import { parseTerms } from "./parse-terms.ts";

export const CRYPTO_TERMS = parseTerms(`
Blockchain | block chain, distributed ledger | block, consensus mechanism, node
A ledger maintained by many computers at once, in blocks that each contain the hash of the previous one. To change an old entry, you would have to redo every later block and outpace the rest of the network. That makes records hard to alter, but it doesn't make them true.

Block | | blockchain, block explorer, block reward
A batch of transactions that is added to a blockchain as one piece, with a timestamp and the hash of the previous block. Bitcoin adds one about every ten minutes, Ethereum one every twelve seconds. A transaction in a block is more certain with each block that follows.

Genesis block | block zero | block, bitcoin
The first block of a chain, which has no predecessor and is written into the software. Bitcoin's dates from January 3, 2009 and carries a newspaper headline of that day. A network with a different genesis block is a different network, even if it runs the same software.

Bitcoin | BTC | blockchain, proof of work, halving, satoshi
The first cryptocurrency, started in January 2009 by an unknown author under the name Satoshi Nakamoto, with at most 21 million coins ever. Transactions are ordered by proof of work; no one can issue coins outside the schedule. Payments can't be reversed, and if you lose the keys, you lose the coins.

Satoshi | sat, sats | bitcoin
The smallest unit of bitcoin: one hundred-millionth of a coin, named after Satoshi Nakamoto, the unknown author of its paper. You don't need to buy a whole bitcoin. Network fees are quoted in satoshis per virtual byte.

Ethereum | ETH, ether | smart contract, gas, proof of stake, layer 2
A blockchain whose programs, smart contracts, run on every node; its coin is ether (ETH). Since September 2022 it is secured by proof of stake. Most DeFi and many rollups are built on it, so its fees and upgrades affect many other projects.

Altcoin | alt coin | bitcoin, market capitalization, memecoin
Any cryptocurrency other than bitcoin. The word says nothing about quality: it covers large networks and abandoned ones alike. Most altcoins are thinly traded, and their prices tend to move with bitcoin's, only more.

Cryptocurrency | crypto, crypto asset, digital currency, coin | blockchain, token, stablecoin
A digital asset with ownership recorded on a shared network, secured by cryptography instead of a bank's ledger. It can be sent without anyone's permission, and no one can reverse it. Prices swing widely, and rules vary by country.

Token | crypto token, digital token | cryptocurrency, ERC-20, tokenomics
A unit tracked by a smart contract, on a chain that also has its own coin. Tokens represent money, votes, access, shares of a pool or nothing at all. The contract defines what you can do with one: some can be frozen or minted at will by an owner. Tokens in language models are pieces of text, which is a different meaning.

Proof of work | PoW, proof-of-work | mining, hash rate, proof of stake, 51 percent attack
A way to agree on the next block: miners search for a number that makes the block's hash small enough, and the chain with the most work counts. Cheating costs as much as that computing would. The price is a large and deliberate use of electricity.

Proof of stake | PoS, proof-of-stake | staking, validator, slashing, proof of work
A way to agree on the next block in which validators lock up coins and are chosen by their stake. Those who sign contradictory blocks can lose part of their stake. It needs a small fraction of the energy of proof of work; influence follows wealth, so it matters who owns the stake.

Consensus mechanism | consensus, consensus algorithm, consensus protocol | proof of work, proof of stake, finality, byzantine fault tolerance
The rules by which the computers of a network agree on one history even if some fail or lie. They decide how fast a payment becomes final and what an attack would cost. Proof of work and proof of stake are the best-known families.

Byzantine fault tolerance | BFT, byzantine generals problem | consensus mechanism, finality, node
The ability of a system to agree even if some members fail or lie. Classic protocols tolerate faults in less than one third of the members. Chains built on them give quick finality, but stop when a third or more are offline.

Mining | crypto mining, bitcoin mining, miner | proof of work, hash rate, block reward, mining pool
Doing the computing that proof of work requires, in return for the block reward and fees. It takes specialized machines and cheap electricity to be profitable. A web page or app that offers free mining on a phone is usually after something else.

Mining pool | | mining, hash rate, 51 percent attack
Miners who work together and share the rewards in proportion to the work each has done, so that income is steady. The pool's operator usually chooses what goes into a block. A few pools often find most of a chain's blocks, which is seen as a risk.

Hash rate | hashrate, hashing power | mining, proof of work, mining difficulty
How many attempts per second a network's miners make; for Bitcoin it is measured in exahashes (10 to the power of 18). It is estimated from how quickly blocks are found. A higher rate makes an attack more expensive; it says nothing about the price.

Mining difficulty | difficulty, difficulty adjustment | mining, hash rate, proof of work
How small a block's hash must be, set by the network so that blocks keep a steady pace. Bitcoin adjusts it every 2,016 blocks, or about every two weeks. If miners leave, blocks are slow until the next adjustment.

Block reward | coinbase reward, block subsidy | mining, halving, inflation
What the producer of a block receives: newly created coins and the fees of its transactions. Most new coins are created this way. Where there are fewer and fewer new coins, as with Bitcoin, fees must pay for more of the network's security.

Halving | bitcoin halving, halvening | bitcoin, block reward, inflation
The moment when Bitcoin's new coins per block fall by half, every 210,000 blocks, or about every four years. In April 2024 they fell from 6.25 to 3.125. It is known far in advance, so what it means for the price is disputed.

Node | full node, blockchain node | blockchain, light client, validator
A computer that takes part in a network. A full node checks every block and transaction by the rules itself and trusts no one. Running one usually doesn't earn coins; it lets you verify instead of trust.

Light client | SPV, light node | node, merkle tree
Software that checks block headers and requests single transactions with a proof, instead of storing the whole chain. It runs on a phone. It requires more trust than a full node, mainly that the majority behind the headers is honest.

Validator | | proof of stake, staking, slashing
A participant who proposes and confirms blocks on a proof-of-stake chain, with coins locked as security. On Ethereum a validator needs at least 32 ETH. Being offline costs a little; signing contradictory blocks costs much more.

Staking | stake | proof of stake, validator, liquid staking, slashing
Locking coins to help secure a proof-of-stake network, directly or through an operator, for a share of its rewards. Coins may be locked for days or weeks and can be cut by slashing. What exchanges call staking is sometimes plain lending: read what is done with the coins.

Slashing | | validator, staking, proof of stake
The loss of part of a validator's stake as a penalty for provable misbehavior, such as signing two blocks for the same slot. It makes attacks expensive. Delegators share the operator's loss. Running one key on two machines for safety is a costly mistake.

Finality | block finality | consensus mechanism, confirmation, reorg
The point from which a transaction can no longer be undone. With proof of work, undoing it only becomes less and less likely; on Ethereum it takes about 13 minutes until undoing it would burn a third of all stake. Ask which finality a bridge or exchange waits for.

Confirmation | block confirmation | finality, block, mempool
The block that contains a transaction, and each block after it, counts as one confirmation. Six on Bitcoin, about an hour, is the customary number for large sums. A payment without one can still be replaced.

Reorg | chain reorganization, reorganisation, block reorg | finality, fork, 51 percent attack
When a network drops its latest blocks for another branch that wins. One block deep is normal on some chains; many deep is a sign of an attack or a fault. Transactions in the dropped blocks go back to waiting, or are lost to a double spend.

Fork | hard fork, soft fork, chain split | consensus mechanism, node, reorg
A change to a chain's rules, or the split that follows. After a soft fork old nodes still accept the new blocks; after a hard fork they do not. If both sides continue, there are two chains with two coins, as with Bitcoin and Bitcoin Cash in 2017.

Mempool | memory pool, transaction pool | transaction fee, confirmation, front-running
The transactions that a node knows of and that aren't in a block yet. When it is full, fees rise. On most chains anyone can read it, which is what makes front-running possible.

Transaction | blockchain transaction, crypto transaction, tx, pending transaction | transaction fee, mempool, confirmation, nonce
A signed order to move coins or to call a contract, sent to a network and settled once it is in a block; after enough confirmations, it can't be reversed. One that stays pending usually offers too low a fee; most wallets can replace it with another that has the same nonce and a higher fee. A block explorer shows whether it went through.

Transaction fee | network fee, miner fee | gas, mempool
What a sender pays to have a transaction included in a block. It depends on how much room or computing it needs and on how many others want it, not on the amount sent. Fees are paid even when a contract call fails.

Gas | gas fee, gas price, gas limit, gwei | transaction fee, ethereum, smart contract
The measure of computing on Ethereum and similar chains; each step of a contract costs some. The fee is the gas used times its price, quoted in gwei, a billionth of an ether. A plain transfer takes 21,000 gas; with too low a limit the transaction fails, and the gas is paid all the same.

Smart contract | smart contracts, contract code | ethereum, solidity, decentralized application, smart contract audit
A program on a blockchain that can own assets and does what its code says for anyone who calls it. On a public chain, anyone can deploy one without permission. You don't need to trust anyone to execute it, and no one can easily fix it. A bug is as binding as the rest of the code, and many contracts can be changed by an owner.

Solidity | | smart contract, reentrancy, ethereum virtual machine
The most widely used language for smart contracts on Ethereum and compatible chains. It looks like JavaScript and behaves differently: money moves, integers have limits, calls hand over control. Since version 0.8, an overflow reverts the transaction instead of going unnoticed.

Ethereum virtual machine | EVM, EVM compatible | ethereum, smart contract, gas
The virtual computer that every Ethereum node runs to execute contracts. Chains that copy it can use the same contracts, wallets and tools. The same address may exist on all of them, so check the network before sending.

Decentralized application | dapp, decentralised app, decentralised application | smart contract, web3, crypto wallet
An application with its rules and assets in smart contracts, used through a wallet. Its web page is ordinary and can be seized or replaced, even if the contracts can't. Check what the wallet asks to sign, not what the page says.

Web3 | web 3, web 3.0 | decentralized application, crypto wallet, blockchain
A loose name for applications in which users control their own keys and assets instead of accounts with a company. It is a slogan as much as a design. Many web3 services still depend on a few hosted nodes and web servers.

Merkle tree | hash tree, merkle root, merkle proof | cryptographic hash, block, light client
A way to sum up many items in one hash: hashes are hashed in pairs until one is left, the root. A handful of hashes proves that an item is among millions. Blocks, airdrops and proofs of reserves use it.

Layer 1 | L1, base layer, layer one | layer 2, blockchain, finality
A blockchain that settles by its own consensus, such as Bitcoin, Ethereum or Solana. Whatever is built on it can at best inherit its security. Claims of many transactions a second should be read together with what a node costs to run.

Layer 2 | L2, layer two, scaling solution | rollup, layer 1, lightning network, bridge
A system that handles transactions outside a chain and settles them on it, for lower fees and more capacity. How much of the base chain's security it retains varies: check who can stop it, and how you can exit without its operator.

Rollup | rollups, optimistic rollup | layer 2, zk rollup, sequencer
A layer 2 that runs transactions elsewhere and writes their data to the chain below. An optimistic rollup treats results as correct unless they are challenged, usually within seven days; that is why leaving through its own bridge takes a week.

ZK rollup | zero-knowledge rollup, zk-rollup, validity rollup | rollup, zero-knowledge proof, layer 2
A rollup that proves to the chain below, with a short cryptographic proof, that its results are right. Leaving need not wait for a challenge period. The provers are complicated, and many such systems still have keys that can change the contracts.

Sequencer | | rollup, maximal extractable value, layer 2
The operator that puts a rollup's transactions in order. Most rollups have a single one, run by the company behind them: it can delay or reorder transactions, and if it stops, the rollup stops or slows down. Good designs let users force a transaction in through the chain below.

Sidechain | side chain | layer 2, bridge, layer 1
A separate chain that is connected to another by a bridge. Unlike a rollup, it has its own validators, and security is up to them. If they fail or collude, what was bridged to it can be lost.

Lightning Network | lightning, payment channel | bitcoin, layer 2
A network of payment channels over Bitcoin: two parties lock coins once and then pay each other, and others through them, in moments for very small fees. It suits small payments. You need funds on the right side of a channel, and software that watches for cheating.

Sharding | shard | layer 1, data availability, node
Splitting a network's work or data among groups of nodes so that none has to do all of it. It raises capacity. The hard parts are transactions between shards, and making each shard as hard to attack as the whole network.

Data availability | DA layer, blob, blobs, data availability sampling | rollup, sharding
Whether the data behind a block is available to everyone who has to check it. If a rollup's data is withheld, it can't be verified, and users can't exit. Ethereum has offered cheap space for such data, called blobs, since March 2024.

Interoperability | cross-chain, cross chain | bridge, layer 1
The ability of chains to pass assets and messages to each other. It needs someone or something to vouch on one chain for what happened on another. That link is where most of the largest thefts have taken place.

Block explorer | blockchain explorer | block, transaction fee, wallet address
A web page that shows a chain's blocks, transactions and addresses to anyone. It is the quickest way to check whether a payment arrived. Names and labels on it are the explorer's own, and unsolicited tokens may carry links to scams.

Decentralization | decentralised, decentralisation, decentralized | node, consensus mechanism, governance
The degree to which no single party can change the rules of a system, stop it or censor it. It has several sides: who produces blocks, who writes the software, who owns the coins, who runs the servers. A system can be decentralized in one and not in another.

Permissioned blockchain | private blockchain, consortium blockchain | blockchain, consensus mechanism
A chain on which only admitted members may write, or even read. Companies use it to share records among partners. Where one party could run an ordinary database for all, that is usually simpler.

Oracle | blockchain oracle, price oracle, price feed | smart contract, oracle manipulation
A service that brings facts from outside, such as prices, onto a chain for contracts to use. A contract is only as reliable as its oracle. Ask how many sources it uses, how often it updates, and what happens when it stops.

Timestamp | block timestamp | block, smart contract
The time that a block's producer writes into it, within limits that the rules set. It may be off by seconds or more. Contracts should not use it for randomness, or depend on it to the second.
`);
