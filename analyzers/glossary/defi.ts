import { parseTerms } from "./parse-terms.ts";

export const DEFI_TERMS = parseTerms(`
DeFi | decentralized finance, decentralised finance | smart contract, decentralized exchange, lending protocol, total value locked
Financial services run by smart contracts: trading, lending, derivatives, without a bank in between. Anyone can use them and read their code. There is no deposit insurance, and rarely anyone to complain to. Flaws in code, prices or keys have cost users billions of dollars.

Decentralized exchange | DEX, decentralised exchange, Uniswap | automated market maker, slippage, exchange
An exchange that is a set of contracts: trades go from wallet to wallet, and no one takes deposits. Anyone can list any token, so a name proves nothing; compare the contract's address. Trades wait in public and can be front-run.

Automated market maker | AMM, constant product formula | liquidity pool, impermanent loss, decentralized exchange
A contract that trades from a pool at a price set by a formula, commonly a constant product of both amounts. It needs no counterparty. Large trades in small pools move the price against the trader.

Liquidity pool | liquidity provider, LP, LP token | automated market maker, impermanent loss, liquidity
Tokens that people deposit in a contract for others to trade or borrow, for a share of the fees. Providers own a share of whatever is in the pool. If one of the tokens collapses, the pool ends up full of it.

Impermanent loss | divergence loss, IL | liquidity pool, automated market maker
How much less a liquidity provider has than if they had simply held the tokens, because the pool sells what rises. If one price doubles against the other, this is about 5.7% in an ordinary pool of two, before fees. It is impermanent only if prices come back.

Liquidity | liquid market, illiquid | order book, slippage, spread
How much can be bought or sold without moving the price. It decides whether a paper gain can be turned into money. It tends to vanish when it is needed most.

Slippage | price impact, slippage tolerance | liquidity, automated market maker, front-running
The difference between the expected price and the actual one. It grows with the trade and shrinks with liquidity. A wide tolerance invites sandwich attacks; a tight one makes trades fail, and failed trades still cost fees.

Yield farming | liquidity mining, farming | liquidity pool, annual percentage yield, DeFi
Moving assets between protocols for the best rewards, often paid in a protocol's own new token. A yield comes from fees, from borrowers, or from new tokens; the last kind lasts only as long as someone buys them. Each additional protocol brings its own risks.

Annual percentage yield | yield, APY, APR, annual percentage rate | yield farming, staking, lending protocol
A year's return: APR leaves out interest on interest, APY includes it. Advertised figures usually extrapolate the last few days and change daily. 20% in a token that loses half its price is a loss.

Lending protocol | DeFi lending, crypto lending, Aave, Compound | collateral, liquidation, overcollateralization
Contracts through which some people lend and others borrow against collateral, at rates that follow demand. Loans are usually worth less than what secures them. If collateral falls too far it is sold by force; if it falls too fast, lenders bear the rest.

Collateral | | liquidation, lending protocol, overcollateralization
What a borrower pledges, to be sold if the loan isn't repaid or its coverage gets too low. In DeFi it is locked in a contract and watched by price oracles. Each protocol decides what it accepts as collateral, and some have been wrong.

Overcollateralization | overcollateralized, over-collateralized, collateral ratio, loan to value | collateral, lending protocol, liquidation
Pledging more than is borrowed, for example 150 for 100, so that a loan is covered even when prices fall. DeFi needs it because it has neither identities nor courts to rely on. That makes such loans more useful to traders than to people without money.

Liquidation | liquidated, forced liquidation | collateral, leverage, margin trading
The forced sale of a position or of collateral when it no longer covers a debt. It happens automatically and immediately, at any hour, with a penalty on top. Many at the same time push prices further down.

Flash loan | flashloan | oracle manipulation, lending protocol, arbitrage
A loan without collateral that must be paid back within the same transaction, or the whole transaction is undone. It is used for arbitrage and to move debts. It also gives attackers huge sums for a moment, enough to exploit weak price sources.

Stablecoin | stable coin, USDT, USDC, Tether | peg, algorithmic stablecoin, proof of reserves
A token designed to track the value of a currency, usually the US dollar. It may be backed by deposits and bonds, by other crypto, or only by a mechanism. Ask what backs it, who may redeem it and who may freeze it; several have lost their peg.

Peg | depeg, depegging, pegged | stablecoin, algorithmic stablecoin, wrapped token
The promise that one asset is worth a fixed amount of another. It lasts as long as someone can profit from restoring it, usually by redeeming. A depeg can be brief, like USDC's in March 2023, or final, like TerraUSD's in May 2022.

Algorithmic stablecoin | TerraUSD, UST | stablecoin, peg, death spiral
A stablecoin that relies on rules for issuing and withdrawing another token to stay at its price, without full backing. If trust disappears, the other token is issued without limit and both collapse. TerraUSD lost nearly all its value within days in May 2022.

Death spiral | bank run, reflexivity | algorithmic stablecoin, liquidation, peg
A fall that feeds itself: lower prices force sales or new issuance, which lowers prices further. It threatens anything backed by its own promise. Warning signs are backing in the issuer's own token and yields far above everyone else's.

Central bank digital currency | CBDC, digital euro, digital dollar | stablecoin, fiat currency, permissioned blockchain
Digital money that is a claim on a central bank itself, as cash is. It need not use a blockchain. The debates are about privacy, limits on holdings and what remains for banks to do.

Wrapped token | wrapped bitcoin, WBTC, WETH | bridge, ERC-20, custody
A token that represents an asset stored elsewhere, such as bitcoin on Ethereum. It makes the asset usable there. It is only as good as the custodian or bridge that has the original asset.

Bridge | cross-chain bridge, crypto bridge, token bridge | interoperability, wrapped token, layer 2
A system that locks assets on one chain and issues substitutes on another. It locks up a lot of value and relies on a few signers or a complex proof, so bridges have suffered some of the largest thefts in crypto, including Ronin's in 2022. Don't leave assets bridged longer than needed.

Total value locked | TVL | DeFi, liquidity pool
The value of the assets in a protocol's contracts, in dollars. It measures size, not safety. It rises with prices alone, and one deposit that is lent out and deposited again may be counted several times.

Liquid staking | liquid staking token, LST, stETH, Lido | staking, restaking, validator
Staking through a protocol that gives a tradable token for the staked coins. You earn rewards and can still sell. The token may trade for less than the stake it represents, and a large share of stake in one protocol concentrates power.

Restaking | EigenLayer, liquid restaking | liquid staking, slashing, validator
Letting coins that already secure a chain secure further services too, for more rewards. Each service adds a way to be slashed. When the same stake backs many services, they can fail together.

Maximal extractable value | MEV, miner extractable value | front-running, sandwich attack, mempool
The profit that the producer of a block can make by inserting, moving or leaving out transactions. Some of it evens out prices; some is taken from ordinary traders. Sending transactions privately and setting tight slippage limits reduces it.

Front-running | frontrunning, front running | sandwich attack, mempool, maximal extractable value
Acting on knowledge of another's order before it is carried out. On public chains it is done by paying a higher fee than a transaction that is publicly pending. On stock markets, brokers are forbidden to do it; on chains, it is mostly automated.

Sandwich attack | sandwiching | front-running, slippage, maximal extractable value
Buying just before someone's trade and selling just after, so that the victim gets the worst price allowed. Bots do it on decentralized exchanges all day. A low slippage tolerance or a private route helps protect you.

Arbitrage | | order book, flash loan, market maker
Buying where something is cheap and selling where it is expensive at the same time. It keeps prices on different exchanges aligned. Offers of riskless arbitrage to the public are a common form of fraud.

Real-world asset | RWA, real-world assets, tokenization, tokenisation, tokenized asset | token, stablecoin, custody
Something outside the chain, such as bonds, gold or property, represented by a token. Trading becomes easy, but the claim still depends on an issuer, a registry and a court. Ask what owners can claim, and from whom.

Perpetual future | perpetual, perp, perpetual swap, funding rate | derivative, leverage, liquidation
A futures contract without an expiry date, tied to the spot price by payments between both sides, the funding rate. It is the most traded derivative in crypto. High funding shows that one side is crowded.

Token approval | allowance, approve, token allowance, permit signature | ERC-20, phishing, wallet drainer
Permission for a contract to move your tokens. Many pages ask for an unlimited one, which remains valid after use. If that contract is faulty or hostile, the tokens can be taken later: limit approvals and revoke old ones.
`);
