import { parseTerms } from "./parse-terms.ts";

export const MARKET_TERMS = parseTerms(`
Market capitalization | market cap, marketcap, fully diluted valuation, FDV | circulating supply, altcoin, liquidity
The price of a coin times the number in circulation; the fully diluted valuation counts all coins that will ever exist. It ranks coins by size. It is not the amount that was paid in, and not everyone could sell at that price.

Circulating supply | total supply, max supply, maximum supply | market capitalization, tokenomics, vesting
The coins that exist and can be traded, as opposed to all that exist or ever will. Lost coins count as circulating. A small circulating share of a large total means that much may yet be sold.

Tokenomics | token economics, token distribution | circulating supply, vesting, inflation
How a token is issued, shared out, used and destroyed. It shows who received how much, when they may sell, and why anyone should own it. Voting or discounts alone are weak uses.

Vesting | token unlock, unlock, lock-up, lockup | tokenomics, circulating supply
The schedule by which founders and investors become free to sell their tokens. Dates and amounts are usually published. Large unlocks add supply whatever the price does.

Token burn | burn, coin burn, burning | inflation, tokenomics
Destroying tokens permanently, in code or by sending them to an address without a key. It lowers supply; whether that matters depends on demand. Ethereum has burned part of every transaction fee since August 2021.

Inflation | deflation, token inflation, deflationary | block reward, token burn, halving
A rise in the amount of money, or in prices. With coins it usually means how much supply grows in a year. A coin with little inflation can still fall, and one with much can rise.

Fiat currency | fiat, fiat money | stablecoin, central bank digital currency
Money that is legal tender because a state says so, such as the dollar or the euro. A central bank controls its supply. Identity checks and fees mostly arise when you move between fiat and crypto.

Exchange | crypto exchange, centralized exchange, CEX, Binance, Coinbase, Kraken | decentralized exchange, custody, order book
A company where you can buy and sell cryptocurrencies and that has custody of its customers' coins. It is the usual way in and out of crypto. Its failure can take deposits with it, as with Mt. Gox in 2014 and FTX in 2022.

Order book | limit order, market order | spread, liquidity, slippage
The list of offers to buy and sell at each price. A limit order waits at its price; a market order takes what is there. Orders can be withdrawn at any moment, so a deep book may be thin when it counts.

Spread | bid-ask spread, bid ask spread | order book, liquidity, market maker
The gap between the highest offer to buy and the lowest to sell. It is a cost of every round trip. Wide spreads mark thin markets, and services without fees often make their money from the spread.

Market maker | market making | spread, liquidity, order book
A firm that continuously offers to buy and sell and profits from the spread. It makes markets usable. Agreements between projects and market makers, with loans of tokens, can also be used to move a price.

Volatility | volatile, price swings | standard deviation, drawdown, risk
How much a price moves up and down, usually the standard deviation of its returns, scaled to a year. Bitcoin's has often been several times that of share indices. It measures size of movement, not direction, and changes over time.

Standard deviation | variance | volatility, sharpe ratio
A measure of how far values typically lie from their mean. For returns it is the usual figure for risk. It treats gains and losses alike, and understates rare large falls, which are more common in crypto than it suggests.

Drawdown | maximum drawdown, max drawdown | volatility, risk
The fall from a peak to the lowest point after it. Bitcoin has lost more than 75% from its peak several times. It takes a gain of 100% to make up for a loss of 50%.

Sharpe ratio | sharpe, risk-adjusted return | volatility, modern portfolio theory, risk
Return above the risk-free rate, divided by volatility. It shows how much was gained for the risk taken. It depends on the period chosen, and looks best just before something rare happens.

Modern portfolio theory | portfolio theory, efficient frontier, mean-variance optimization, portfolio optimization | diversification, sharpe ratio, correlation
A way to choose weights so that for a given risk the expected return is highest; the best choices form the efficient frontier. Its inputs are guesses from the past. Small changes in them can change the result a lot, so limits on weights are sensible.

Diversification | diversify, diversified portfolio | correlation, modern portfolio theory, risk
Spreading money over assets that don't fall together. It lowers risk without lowering expected return in proportion. Ten coins add little diversification if they all follow bitcoin.

Correlation | correlated | diversification, volatility
A number from -1 to 1 for how closely two things move together. Cryptocurrencies are mostly highly correlated, and most so in a crash. It says nothing about cause.

Risk | counterparty risk, systemic risk, market risk | volatility, custody, drawdown
The chance that things turn out worse than hoped, in amounts that matter. In crypto it comes from prices, code, keys, counterparties and law, and these add up. Volatility measures only the first of these.

Leverage | leveraged, leveraged trading | margin trading, liquidation, perpetual future
Trading with borrowed money, so that gains and losses are multiplied. With tenfold leverage a move of 10% against the position ends it. Most people who use it on volatile assets lose money.

Margin trading | margin, margin call | leverage, liquidation, short selling
Trading with money borrowed against a deposit, the margin. If losses use it up, the broker demands more (a margin call) or closes the position. In crypto, positions are closed automatically, without a call.

Short selling | short, shorting, short position, short squeeze, long position | margin trading, derivative
Selling something borrowed, in order to buy it back cheaper later. It profits from falls, and its loss has no limit if the price rises. When many must buy back at once, a short squeeze drives the price up.

Derivative | futures, futures contract, options, option contract | perpetual future, hedging, leverage
A contract whose value follows something else: futures fix a price for later, options give a right without an obligation. They are used for insurance and for speculation. In crypto their volume exceeds that of spot trading.

Hedging | hedge | derivative, risk
Taking a position that gains when another loses, to protect against price changes. It costs something, like insurance. A hedge with another instrument may fail just when it is needed.

Spot trading | spot market, spot price | derivative, exchange
Buying and selling for immediate delivery. You own the asset afterwards and can't lose more than you paid. The spot price is the one that derivatives are measured against.

ETF | exchange-traded fund, bitcoin ETF, spot ETF | custody, exchange, securities law
A fund whose shares trade like stock. Spot bitcoin funds, approved in the United States in January 2024, own bitcoin for their investors. You get the price without managing keys, for an annual fee and only during trading hours.

Bull market | bullish, bull run | bear market, market cycle, FOMO
A long period of rising prices and confidence. It is usually recognized only afterwards. Much of what looks like skill during it is just the market.

Bear market | bearish, crypto winter | bull market, drawdown, market cycle
A long period of falling prices, commonly counted from a loss of 20%; in crypto, losses of 70% or more have been common. Projects without income disappear in it. Its end becomes clear only later.

Market cycle | four-year cycle, altseason, alt season | halving, bull market, bear market
The idea that markets move in recurring phases, in crypto often tied to the halving every four years. There have been few such cycles, so they prove little. What everyone expects may already be in the price.

Market sentiment | sentiment, fear and greed index | natural language processing, FOMO, bull market
The mood of a market, read from words, surveys or behavior. It shows what people feel, which is often what the price just did. Posts can be bought and written by machines, so it can be manufactured.

FOMO | fear of missing out, FUD, fear uncertainty and doubt | market sentiment, bull market
Fear of missing out: buying because others seem to be getting rich. FUD, fear, uncertainty and doubt, is its counterpart, and a label put on honest criticism too. Be suspicious of anyone who hurries you.

HODL | hodling, hodler, diamond hands | dollar cost averaging, market sentiment
Holding on, whatever the price does. The word comes from a misspelling in a forum post from 2013. It avoids trading costs and many mistakes. It is not a plan for when you need the money.

Dollar cost averaging | DCA, dollar-cost averaging | volatility, HODL
Investing a fixed sum at regular intervals, whatever the price. It removes the question of timing and reduces regret. If prices rise throughout, buying everything at once would have earned more; if an asset falls permanently, it doesn't help.

Technical analysis | chart analysis, TA, moving average, RSI, relative strength index | backtest, market cycle
Predicting future prices from past ones, with patterns and indicators such as moving averages. It brings structure to what you observe. Evidence that it beats chance after costs is weak, and on many charts a pattern can always be found.

Fundamental analysis | on-chain analysis, on-chain data, fundamentals | technical analysis, total value locked, tokenomics
Judging an asset by what it does and earns: users, fees, supply, people, law. Many figures on chains are public, though one person can have many addresses. It says little about when a price will follow.

Backtest | backtesting, back-test, backtested | overfitting, technical analysis, forecast
Trying a rule on past data. It must use only what was known at the time, count costs, and be compared with doing nothing. Of a hundred rules tried, the best looks good by chance.

Forecast | price prediction, price forecast, time series forecasting | backtest, confidence interval, volatility
A statement about the future, honest only with a range and a track record. For prices, the naive forecast that tomorrow will be like today is hard to beat. Anyone who could forecast prices with certainty wouldn't need to sell the forecasts.

Confidence interval | prediction interval, confidence level | forecast, standard deviation
A range that contains the true value in a stated share of cases, if the model is right. The further ahead a forecast looks, the wider its interval. If the model is wrong, so is the range, and it is usually too narrow.

Memecoin | meme coin, Dogecoin, shitcoin | altcoin, rug pull, FOMO
A coin based on a joke and attention, such as Dogecoin, which started in 2013. It promises nothing and has no income. Early holders sell to late ones; most memecoins lose nearly all their value within weeks.

Initial coin offering | ICO, token sale, IEO, IDO, launchpad | securities law, tokenomics, rug pull
Selling new tokens to the public to fund a project, which boomed in 2017. Buyers got tokens, seldom rights. Regulators considered many of them unregistered securities.

Whale | crypto whale | liquidity, order book, market sentiment
A holder large enough to move the market. Big transfers are visible on chains, but most are exchanges moving their own coins. Alerts about whales are poor guides.

Wash trading | fake volume | liquidity, exchange, pump and dump
Trading with yourself to fake activity. It inflates the volumes of small exchanges, tokens and NFT collections. Compare volume with the depth of the order book.

Pump and dump | pump-and-dump, pump group | wash trading, memecoin, whale
Driving up a price with hype and purchases in order to sell to latecomers. It is illegal for securities in most countries and common with small tokens. Members of pump groups usually end up as the buyers.

KYC | know your customer, AML, anti-money laundering, identity verification | exchange, travel rule, fiat currency
Checks of identity and of the origin of money that the law requires of exchanges and banks. They fight money laundering and terrorist financing. The data collected is itself a target for thieves.

Travel rule | FATF travel rule | KYC, exchange
The obligation of crypto businesses to share who sends and who receives a transfer, as banks do. It follows an international standard from 2019, which countries apply differently. Transfers to your own wallet may require proof of ownership.

Securities law | security token, Howey test, SEC, securities regulation | initial coin offering, MiCA, ETF
The rules for investments offered to the public: what must be disclosed, by whom, and who supervises it. Whether a token falls under them depends on the country; in the United States the Howey test asks about profits expected from others' efforts.

MiCA | Markets in Crypto-Assets Regulation, EU crypto regulation | securities law, stablecoin, KYC
The European Union's regulation of crypto-assets, in force since 2023 and applied in full since the end of 2024. It licenses service providers, and requires issuers of stablecoins to hold reserves and redeem their coins. It does not cover fully decentralized services.

Crypto tax | crypto taxes, capital gains tax, capital gains | exchange, airdrop, staking
In most countries selling, swapping and spending crypto can be taxed, and rewards are often income. Rules and exemptions differ widely. Keep records of dates, amounts and prices from the beginning; ask a tax adviser in your country.
`);
