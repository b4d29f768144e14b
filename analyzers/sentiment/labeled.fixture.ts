import type { Polarity } from "./polarity.ts";

/*
 * Headlines and posts, written and labeled to measure the sentiment analyzer: "+" Positive, "-" Negative, "="
 * Neutral. All are made up. A label says what a typical reader would take the news to mean for its subject (an asset,
 * a project, a field). Messages without a judgment, or with good and bad in balance, are Neutral. The held-out set was
 * written and labeled before the word lists. The lists were tuned on tuning.fixture.ts only. The probabilities were
 * fitted on calibration.fixture.ts and other messages (see polarity.ts), because a tuning set would make them
 * overconfident.
 */

export interface LabeledText {
  readonly polarity: Polarity;
  readonly text: string;
}

/** Not used for tuning. The results in docs/sentiment.md were measured after tuning was finished. */
export const HELD_OUT: readonly LabeledText[] = parseLabeledTexts(`
+ XRP surges past $3 as legal clouds lift
+ Bitcoin ETF draws $1.1 billion in a day, its best since launch
+ Court sides with exchange in dispute over tokens
+ Cardano gains 11% and outperforms the market
+ Open interest climbs to a record as confidence returns
+ Central bank cuts rates, stocks and crypto advance
+ Startup raises $150 million to build photonic quantum computers
+ Attackers return the stolen ether, users made whole
+ New proof system makes rollups ten times cheaper
+ Energy use of the network drops 99% after the switch
+ AI assistant helps doctors spot tumours earlier
+ Exchange reserves fall to a five-year low as holders move coins into cold storage
+ Sales of AI chips top forecasts again
+ Crypto firm wins licence to operate across Europe
+ Fewer scams were reported this year than in any year since 2019
+ Record number of wallets hold at least one bitcoin
+ Bulls push ether through resistance
+ Bug bounty pays off: flaw closed within an hour
+ Token doubles after listing on major exchange
+ Lightning network capacity hits new peak
+ Rate worries ease and traders buy the dip
+ I can't believe how fast this chain is, super impressed
+ we are going to make it, hodl 💎🙌
+ Really happy with the new dashboard, great job team
+ My node has run for a year with no problems whatsoever
+ Loaded up on SOL this morning, feeling good about Q4
+ This thread saved me hours, thank you so much!
+ The airdrop was generous and the claim page just worked 🎉
+ never had a failed transaction here, solid network
+ undervalued gem imo, strong team, real users
+ Sentiment improves as the lawsuit is settled
+ Bank drops its ban on crypto purchases
+ Logical error rate falls below threshold, a milestone for the field
+ Translation model now rivals professional translators
+ Government embraces blockchain for land registry
+ Investors pour money into AI infrastructure
+ It was rough in spring, but the project has never looked healthier
+ Miner posts profit for the first time in two years
+ 🚀🔥📈
+ Liquidity is back and spreads are tighter than ever
- Crypto market sheds $300 billion in a weekend rout
- Wallet provider admits data breach affecting two million customers
- Solana drops 9% as memecoin mania cools
- Prosecutors charge founder with money laundering
- Bank cuts ties with crypto clients
- Token sinks after exchange announces delisting
- Oracle glitch triggers millions in bad debt
- Investors pull $800 million from bitcoin funds
- Hackers steal $35 million from DeFi lender
- Ether under pressure as whales sell
- Power costs push small miners out of business
- Startup shuts down after running out of cash
- Judge freezes assets of the project's founders
- AI chatbot gives dangerous medical advice, study finds
- Critics call the new surveillance model a threat to privacy
- Quantum company misses revenue target and slashes forecast
- Death cross looms for bitcoin
- Fear grips the market as war escalates
- Network congestion leaves users stuck for hours
- Governance attack hands control to a single wallet
- Inflation accelerates, dimming hopes for easier policy
- Senate blocks stablecoin bill
- lost everything in that rug, never again
- Worst customer service ever, avoid
- feels like exit liquidity for VCs tbh
- my bags are bleeding, can't take it anymore 😭
- App crashes every time I open it
- overhyped garbage with no users
- I wouldn't touch this token with a ten foot pole
- They haven't delivered a single thing on the roadmap
- sell everything, the top is in
- This is not a safe place for your money
- Airdrop was a disaster, bots took most of it
- The new model is worse than the old one and costs more
- Bears tighten their grip
- Exploiter launders funds through mixer
- Bitcoin can't break resistance, momentum fades
- Users complain of missing deposits
- Insider trading allegations rock NFT marketplace
- Yet another validator got slashed, trust is fading
= Bitcoin holds steady at $71,000 in quiet trade
= Fed meeting minutes due on Wednesday
= Company to publish results next week
= How to run a validator at home
= Senate committee sets date for hearing on digital assets
= What do you think about the new proposal?
= Exchange adds support for two more languages
= The protocol uses a constant product formula
= Lab describes a new way to read out qubits
= ETF expert joins rival firm
= Bitcoin up 1%, ether down 1% in thin trading
= Pros and cons of hardware wallets
= The merger vote is planned for October
= I think it could go either way from here
= Great features, awful interface
= Token generation event starts at 14:00 UTC
= Where can I read the audit report?
= Bitcoin's share of the market is 52%
= Analyst: too early to call a trend
= Index provider reviews its methodology
= A look back at ten years of smart contracts
= Is it a good time to buy or should I wait?
= Dataset covers 1,200 exchanges and brokers
= Governance vote number 41 ends tonight
= The chain produces a block every two seconds
= Ministry invites comments on draft tax guidance
= Beginners' guide to seed phrases
= Moderators: please use the daily thread for price talk
= Volume rose but prices did not follow
= Update 2.4 renames the settings page
`);

/** Parses one message per line, each preceded by its label. Throws if a label is missing. */
export function parseLabeledTexts(lines: string): LabeledText[] {
  const polarities: Record<string, Polarity> = { "+": "Positive", "-": "Negative", "=": "Neutral" };
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const polarity = polarities[line.charAt(0)];
      if (polarity === undefined) throw new Error(`No label: ${line}`);
      return { polarity, text: line.slice(2) };
    });
}
