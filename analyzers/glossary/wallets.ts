import { parseTerms } from "./parse-terms.ts";

export const WALLET_TERMS = parseTerms(`
Crypto wallet | wallet, digital wallet, MetaMask | private key, seed phrase, hardware wallet
A program or device that stores keys and signs transactions with them. The coins are on the chain; the wallet has the keys to move them. Most browser wallets, MetaMask among them, also connect to web pages, which may then ask for signatures.

Private key | secret key | public key, seed phrase, digital signature
A secret number that signs for an address. Anyone who has it can move everything there, instantly and irreversibly. No honest person, page or support team ever needs to see it.

Public key | | private key, wallet address, digital signature
The number that belongs to a private key and can be public: with it anyone can verify a signature, but no one can create one. Addresses are derived from it. A large quantum computer could one day compute the private key from it.

Wallet address | address, public address, receiving address | public key, address poisoning, block explorer
The identifier for receiving coins, derived from a public key or belonging to a contract. Anyone who knows it can see its whole history. Check the entire address, on the device's own screen, because the first and last characters can be imitated.

Seed phrase | recovery phrase, mnemonic, secret recovery phrase, seed words | private key, hardware wallet, phishing
Twelve or twenty-four words from which all keys of a wallet are derived. They restore the wallet anywhere, and give it to anyone who reads them. Write them on paper or steel, never store them in photos or the cloud, and never type them into a web page.

Hardware wallet | cold wallet device, Ledger, Trezor | cold storage, seed phrase, blind signing
A small device that stores the keys and signs internally, so that an infected computer can't read them. It protects your keys, not your judgment: what you confirm on its screen is final. Buy it from its manufacturer and let it generate its own seed.

Cold storage | cold wallet | hot wallet, hardware wallet, custody
Storing keys where no computer on the internet can reach them. It suits funds that rarely move. The usual failure is not theft but a lost or unreadable backup, so test the recovery once.

Hot wallet | | cold storage, crypto wallet
A wallet with its keys on an online device, such as a phone or browser. It is convenient for small amounts. Anyone who takes over the device may take the coins too.

Custody | self-custody, self custody, custodian, custodial wallet, non-custodial | private key, exchange, risk
Who controls the keys. With self-custody it is you, and no one can restore them for you; with a custodian it is a company, and you have a claim against it. Several large custodians have stopped paying out in past crises.

Multisig | multi-signature, multisignature | private key, custody, shamir secret sharing
An address that moves funds only with several signatures, for example two of three, so two people, or more, can own a wallet together. It removes the single point of failure. It needs a plan: which keys exist, who has them, and what else, such as the public keys, is needed to rebuild it.

Shamir secret sharing | Shamir's secret sharing, secret sharing, SSS | seed phrase, multisig, multi-party computation
A method to split a secret into parts: a given number of them restore it, and fewer reveal nothing. It spreads a backup over several places. Unlike multisig, the complete secret is reassembled whenever it is used.

Multi-party computation | MPC, multiparty computation, MPC wallet, threshold signature | private key, multisig, custody
Several parties compute a result together without revealing their inputs to each other. Wallets use it to sign with shares of a key that is never complete in one place. Ask who has the shares, and whether you can leave without the company.

Account abstraction | ERC-4337, smart account, smart wallet, EIP-7702 | crypto wallet, smart contract, gas
Accounts that are contracts and can set their own rules: several keys, limits, recovery by friends, fees paid by others. It makes wallets easier to use. The rules are code, and code can have bugs.

Digital signature | signature, ECDSA, secp256k1, elliptic curve, elliptic-curve cryptography | private key, public key, post-quantum cryptography
A number that proves that the owner of a private key agreed to a message, and that the message was not changed. Bitcoin and Ethereum use elliptic curves for it. A signature can grant rights over tokens without a visible transaction, so read before signing.

Cryptographic hash | hash function, hash, SHA-256, Keccak | merkle tree, proof of work, digital signature
A function that turns any data into a short number of fixed length, the same each time. No one can reverse it or find two inputs with the same result. Blocks, addresses and mining rely on this fingerprint. SHA-256 is Bitcoin's, Keccak-256 Ethereum's.

Encryption | public key cryptography, asymmetric cryptography, public-key encryption | private key, post-quantum cryptography, quantum key distribution
Making data unreadable to anyone without the key. Public blockchains mostly do not encrypt: they sign, and everyone can read. What is encrypted today can be recorded and decrypted later if the method is broken.

Zero-knowledge proof | ZK, ZKP, zero knowledge proof, zk-SNARK, SNARK, STARK, zk-STARK | zk rollup, privacy coin
A proof that a statement is true without revealing anything else, for example that you are of age without stating your birthday. Chains use it for privacy and to verify large computations quickly. Some forms need a trusted setup: if its secrets aren't destroyed, proofs can be forged.

ERC-20 | ERC20, fungible token | token, token approval, ethereum
The standard for interchangeable tokens on Ethereum: how to read balances, send, and allow others to spend. Wallets and exchanges support it. It guarantees the form, not the behavior: transfers may carry fees or be switched off.

NFT | non-fungible token, nonfungible token, ERC-721, ERC721, digital collectible | token, smart contract, royalty
A token that is unique, so it can represent one item: a picture, a ticket, a name. What you own is the token; rights to the picture come only from its terms, and the file is often on an ordinary server.

Royalty | NFT royalty, creator fee | NFT
A share of each resale of an NFT that goes to its maker. Most chains cannot enforce it, so marketplaces decide whether it is paid. Contracts that do enforce it limit where a token can be traded.

Airdrop | token airdrop | token, phishing, sybil attack
Tokens given out to many addresses, as a thank-you, as advertising or to spread voting power. Claim pages are a favorite of thieves: a real one never needs a seed phrase. Airdrops are income under many tax laws.

Ethereum Name Service | ENS, ENS name | wallet address, NFT
A directory on Ethereum that ties names such as name.eth to addresses. It saves you from copying long addresses. Names expire and can be bought by others, and letters that look alike can deceive.

Privacy coin | Monero, Zcash, anonymous coin | zero-knowledge proof, crypto mixer
A cryptocurrency that hides sender, receiver or amount, such as Monero or, when its shielded addresses are used, Zcash. Ordinary chains show all of them. Several exchanges and countries don't allow such coins.

Crypto mixer | mixer, tumbler, coinjoin | privacy coin, wallet address
A service or contract that pools many people's coins so that the link between sender and receiver is lost. Some use it for privacy, thieves for laundering. Using one can be illegal or lead exchanges to refuse the coins, depending on the country.

IPFS | InterPlanetary File System | NFT, decentralized application
A network in which files are requested by their hash instead of their location. You can verify that what you receive is what you requested. A file remains only as long as someone stores it.

DAO | decentralized autonomous organization, decentralised autonomous organisation | governance, smart contract, multisig
A group that votes on a chain about funds or rules in contracts. In practice a few large owners often decide, and a small multisig executes the decision. Its legal standing differs by country; members may be liable.

Governance | governance token, on-chain governance, on chain voting | DAO, token, decentralization
How a protocol's rules are changed, often by votes weighted by tokens. Votes can be bought or borrowed, and few people vote. Delays between vote and effect give others time to leave.
`);
