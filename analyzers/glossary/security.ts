import { parseTerms } from "./parse-terms.ts";

export const SECURITY_TERMS = parseTerms(`
51 percent attack | 51% attack, majority attack, fifty one percent attack | proof of work, double spend, hash rate
When someone controls most of a chain's mining power or stake and so decides which blocks count. They can undo their own recent payments and exclude those of others, but they can't take coins without the keys. It has happened to small proof-of-work chains several times.

Double spend | double spending, double-spend | 51 percent attack, confirmation, finality
Paying twice with the same coins, by having the first payment undone. Preventing it without a bank is what Bitcoin was invented for. Receivers protect themselves by waiting for enough confirmations.

Sybil attack | sybil, sybils | consensus mechanism, airdrop, proof of stake
Pretending to be many users by creating many identities. That is why votes on open networks are weighted by work or stake instead of counted per person. Airdrops and online polls suffer from it most.

Reentrancy | re-entrancy, reentrancy attack, reentrant call | smart contract, checks effects interactions, smart contract audit
A flaw in which a contract sends funds or calls another before it has updated its own records, so that the receiver can call back and be paid again. It emptied The DAO on Ethereum in 2016. Update first, call last, and use a lock.

Checks effects interactions | checks-effects-interactions, CEI | reentrancy, solidity
A rule for writing contract functions: first check the conditions, then update the contract's own state, and only then call others. It removes most reentrancy. A lock on top guards functions that share state.

Integer overflow | overflow, underflow, integer underflow | solidity, smart contract
When a number exceeds the range of its type and wraps around. It has created tokens out of nothing. Solidity has checked for it since version 0.8, except in blocks marked unchecked.

Oracle manipulation | price manipulation, price oracle attack | oracle, flash loan, lending protocol
Moving a price that a contract reads, for as long as it takes to borrow or trade at the false one. Prices taken from one small pool are easy targets. Using several sources and averages over time makes it more expensive.

Smart contract audit | audit, security audit, code audit | smart contract, bug bounty, formal verification
An examination of a contract's code by people who did not write it, with a report. It finds flaws but doesn't guarantee that none are left, and it covers only the version it names. Check that the deployed code is the code that was audited.

Formal verification | | smart contract audit, smart contract
Proving with mathematics that code does what its specification says, for all inputs. It rules out whole classes of bugs. It says nothing about what wasn't specified, or about a wrong specification.

Bug bounty | | smart contract audit, white hat hacker
A standing reward for reporting weaknesses instead of exploiting them. Sums in DeFi reach millions of dollars. Its terms say what is in scope and what a finder may do.

White hat hacker | white hat, ethical hacker | bug bounty, exploit
Someone who looks for weaknesses so that they get fixed, with permission or within a bounty's rules. Black hats exploit them for gain. Rescuing funds by taking them first is legally risky, even with good intent.

Exploit | hack, crypto hack | vulnerability, smart contract audit, reentrancy
The use of a weakness to make a system do what it should not, or the code that does so. In DeFi many exploits follow the letter of the contract. After one, messages asking you to migrate funds are often the next trap.

Vulnerability | security hole, CVE, zero day, zero-day | exploit, smart contract audit
A weakness that can be used against a system. One that attackers know about before the system's makers do is called a zero-day. Publicly known ones have CVE numbers, which updates refer to.

Phishing | fishing attack, phishing attack | seed phrase, wallet drainer, social engineering
Getting people to hand over secrets or signatures on a page or in a message that imitates a trusted one. It is the most common way to lose crypto. Type URLs yourself, use bookmarks, and be suspicious of urgency.

Social engineering | pretexting | phishing, SIM swap, pig butchering
Attacking people instead of machines: pretending to be support, a colleague, a recruiter or a friend. Even careful people fall for it when they are tired or in a hurry. Verify through a second channel before acting.

SIM swap | sim swapping, sim-swap, SIM jacking | two-factor authentication, social engineering
Persuading a phone company to move a number to another SIM, to receive the victim's codes. It defeats two-factor authentication by text message. Use an authenticator app, a passkey or a security key instead.

Two-factor authentication | 2FA, MFA, two factor authentication, multi-factor authentication, TOTP | passkey, SIM swap, phishing
Signing in with something in addition to the password, such as a code from an app or a key. It stops attackers who only know the password. Codes can still be phished; passkeys and security keys are much harder to phish.

Passkey | passkeys, WebAuthn, FIDO2, security key | two-factor authentication, phishing, digital signature
A sign-in key stored by a device or password manager that only works for the site it was created for. There is no password to steal and nothing to type into a fake page. Have a second one, or another way to recover.

Wallet drainer | drainer, crypto drainer | token approval, phishing, blind signing
Code on a fake page that tricks visitors into signing approvals or transfers and then empties their wallets. Kits for it are rented out. A wallet that shows what a signature will do, and a separate wallet for trying things, limit the damage.

Blind signing | blind-signing | hardware wallet, wallet drainer, digital signature
Confirming a transaction whose content the device cannot show in readable form. It means trusting the page, which is what the device was bought to avoid. It has enabled large thefts; prefer clear signing.

Address poisoning | dust attack, dusting, dusting attack | wallet address, phishing
Sending a worthless payment from an address that looks like one you use, so that it is copied from the history by mistake. Compare whole addresses, or use a saved contact. The dust itself does no harm.

Clipboard malware | clipper, clipboard hijacker | wallet address, hardware wallet
A program that replaces a copied address with the thief's. The paste looks right at a glance. Compare the address on the signing device, and send a small sum first.

Rug pull | rugpull, rug-pull, exit scam | honeypot, liquidity pool, token
When a project's creators take the money and leave, often by withdrawing a pool's liquidity or minting tokens. Signs are anonymous teams, unlocked liquidity, owners with wide powers and promises of guaranteed returns. An audit doesn't rule it out.

Honeypot | honey pot, honeypot token | rug pull, smart contract
A token that can be bought but not sold: its code lets only its creator out. Its chart rises because no one can sell. In computer security, the word also means a system set up to attract and study attackers.

Ponzi scheme | Ponzi, pyramid scheme, pyramid | rug pull, pig butchering
A fraud that pays earlier investors with the money of later ones, for as long as new ones join. High and steady returns are its hallmark. Pyramid schemes make members recruit; both end with most people losing.

Pig butchering | romance scam, investment scam, crypto scam | social engineering, ponzi scheme, phishing
A long-running scam: a stranger becomes a friend or lover online and leads the victim to a fake trading site that shows gains until large sums are in. Withdrawals then require one new fee after another. People who later offer to recover the money are part of the scam.

Denial of service | DoS, DDoS, distributed denial of service | smart contract, node
Making a service unusable by overloading or blocking it. A contract can be blocked too, for example when a payment to one hostile receiver always fails and stops all the others. Let people withdraw their own funds.

Replay attack | signature replay, replay | digital signature, fork, nonce
Using a valid signature a second time, on another chain or in another contract. Including a counter and the chain ID in the signed message prevents it. People have lost coins to it after chain splits.

Nonce | | replay attack, proof of work
A number used once. In an Ethereum account it counts transactions and puts them in order; in mining it is the number that miners try. Signing twice with the same secret nonce in elliptic-curve signatures reveals the private key.

Supply chain attack | supply-chain attack, dependency attack | exploit, open source
Attacking a product through one of its components: a library, an update, a build machine. Wallet software has been hit this way. Pinned versions, few dependencies and reproducible builds help.

Access control | authorization, privileged role, owner privileges | smart contract, multisig, vulnerability
The rules about who may do what. In contracts, a missing check on a powerful function is among the most costly bugs. Know which powers an owner has: pause, mint, upgrade, take.

Upgradeable contract | proxy contract, upgradable contract, upgradeable proxy | smart contract, access control, governance
A contract with a fixed address and replaceable code: a proxy at that address delegates calls to the code. It allows fixes, and lets the owner of the key change everything. A delay before upgrades gives users time to leave.

Proof of reserves | proof-of-reserves, PoR | exchange, merkle tree, custody
A way for a custodian to show that it has the coins it owes, with addresses it can sign for and a Merkle tree of balances. It covers a single moment, and doesn't show debts elsewhere. Without the liabilities it proves little.
`);
