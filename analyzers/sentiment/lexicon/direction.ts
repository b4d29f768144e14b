import type { WeightedList } from "./weighted-list.ts";

/**
 * Words of movement ("movers") and the things that move. Whether "falls" is good depends on its subject: "bitcoin falls"
 * is bad, "losses fall" is good. The sign of a mover's weight is its direction; for weight 0, `score-movers.ts` lists
 * the downward movers. The weight is also the mover's value if the thing that moves isn't in the lists.
 */

export const MOVERS: readonly WeightedList[] = [
  {
    weight: 2.2,
    words: "soar skyrocket surge rally boom moon rocket explode",
    phrases:
      "all time high, record high, new high, new peak, multi year high, year high, month high, week high, new record, double digit gain, more than double, shoot up, push past, move past, climb past, surge past, cross above, rise above, roar back, storm back, charge ahead, fresh high, in record territory, record close, all time peak",
  },
  {
    weight: 1.7,
    words:
      "rise climb jump gain rebound advance spike double triple quadruple grow leap outgrow expand boost bolster strengthen reclaim revive accelerate swell bounce multiply",
    phrases:
      "move higher, edge up, edge higher, go up, push higher, trend higher, move up, on the rise, tick up, pick up, step up, ramp up, leg up, close higher, open higher, trade higher, at a record, hit record, hit a record, to a record, to a record high, at a record high, hit a record high, hit record high",
  },
  {
    weight: 0.9,
    words:
      "increase raise extend higher widen mount build deepen escalate intensify fuel spark trigger stoke drive upsurge persist spread",
  },
  { weight: 0, words: "more bigger larger high frequent continue add up" },
  {
    weight: -2.2,
    words: "plunge plummet collapse tank nosedive tumble crater freefall lose crumble unravel",
    phrases:
      "in shambles, in tatters, in tailspin, go south, take a beating, take a dive, nose dive, grind to a halt, all time low, record low, new low, multi year low, year low, month low, week low",
  },
  {
    weight: -1.7,
    words:
      "fall drop slide sink slump dip decline slip shed dive retreat shrink dwindle drag weaken skid sag wane plateau wither evaporate fade dissipate erode falter stall languish dampen dent hurt undercut weigh",
    phrases:
      "fall below, drop below, slip below, slide below, sink below, move lower, edge down, edge lower, go down, push lower, trend lower, move down, come down, tick down, to a record low, at a record low, hit a record low, hit record low, close lower, open lower, trade lower, weigh on, pare gain, die down, cool off, run out of steam, lose steam, run out of road, be exhausted, lose momentum, lose ground, come under pressure, roll over, give way",
  },
  {
    weight: -0.9,
    words:
      "decrease cut reduce slash trim lower narrow cool diminish subside recede compress minimize minimise lessen halve",
  },
  { weight: -1.2, words: "weak weaker disappointing lacklustre lackluster" },
  { weight: 0, words: "less fewer smaller low ease shorten down" },
];

/** Verbs that say that something ends, which is good if that thing was bad. */
export const ENDINGS: readonly WeightedList[] = [
  { weight: 1.5, words: "recover rebuild" },
  {
    weight: 0.9,
    words:
      "lift protect shield insure fix patch resolve settle mend repair refund reimburse overcome foil thwart avert survive clear vindicate acquit exonerate recoup mitigate shrug",
    phrases: "shrug off, get over, make up for, hold off, fend off, fight off",
  },
  {
    weight: 0,
    words:
      "end cover dismiss withdraw avoid prevent solve remove eliminate close deny block defuse remedy stop curb limit counter combat tackle bust detect catch unfreeze overturn scrap abandon discourage deter",
  },
  {
    weight: -1.2,
    words: "erase reverse wipe derail undo surrender squander",
    phrases: "wipe out, give up, give back, wipe away",
  },
];

/** Whether more of something is good (1), bad (-1) or neither (0). */
export const VALENCES: readonly WeightedList[] = [
  {
    weight: 1,
    words: `
      bitcoin btc ether ethereum eth solana sol xrp ripple cardano ada dogecoin doge bnb avalanche avax polkadot dot chainlink litecoin ltc tron toncoin altcoin altcoins memecoin
      coin token crypto cryptocurrency market price stock share equity asset bull nasdaq index fund etf revenue sale profit earning income margin guidance forecast outlook demand adoption usage user
      customer volume liquidity activity participation tvl throughput speed capacity uptime confidence trust sentiment hope optimism momentum growth investment funding capital valuation wealth balance saving
      yield staking reward return support hashrate hash security fidelity coherence qubit accuracy performance productivity efficiency quality benchmark score gain rally portfolio holding reserve
      developer validator node wallet deposit subscriber downloads salary employment job wage appetite consumer trader value net worth peg dividend chart chip chipmaker miner`,
    phrases: `
      hash rate, hash price, staking yield, lending yield, win rate, success rate, approval rate, adoption rate, growth rate, uptake rate, risk asset, risk appetite, network activity, user count, developer count, active address, active user,
      coherence time, gate fidelity, user base, market share, trading volume, exchange volume, order book depth, cash flow, free cash flow, battery life, chip yield, pricing power, price target, fair value estimate, staking queue, entry queue, activation queue`,
  },
  {
    weight: -1,
    words: `
      inflation unemployment fee cost expense expenditure latency delay volatility loss losses debt deficit risk threat fear worry concern doubt uncertainty tension pressure hack exploit scam fraud theft crime attack
      breach outage downtime congestion backlog error bug flaw vulnerability failure default layoff lawsuit probe charge ban penalty fine tax tariff sanction restriction barrier hurdle outflow redemption liquidation seller
      selloff selling drawdown slippage spread discount gas consumption emission waste noise hallucination bias misinformation churn complaint dispute leverage inequality poverty bankruptcy shortage
      friction power energy electricity yields rate bear bearish skepticism criticism decline`,
    phrases: `
      selling pressure, sell pressure, withdrawal queue, exit queue, support queue, exchange balance, exchange reserve, error rate, logical error rate, physical error rate, failure rate, gas fee, transaction fee, withdrawal fee, withdrawal time, confirmation time, loading time, block time, turnaround time, time to finality, finality time, interest rate, mortgage rate, jobless claim, transaction cost, power cost,
      energy use, power use, energy consumption, power consumption, power price, gas price, energy price, electricity price, fuel price, food price, gpu price, consumer price, waiting time, wait time, screening time, training time, response time, settlement time, training cost, inference cost, hack loss, bad debt, short interest, sell off, bond yield, treasury yield, rate worry, inflation report, legal cloud, fear index, trade deficit, carbon footprint, crime rate, unemployment rate, inflation rate, memory use`,
  },
  {
    weight: 0,
    words: `
      difficulty dominance ratio temperature block height epoch dollar gold oil weather age limit number headcount length size term percentage`,
    phrases: `
      mining difficulty, open interest, block height, gas limit, block size, policy rate, trading hour, market cap ranking`,
  },
];

/** Adjectives of movement, which only apply to what follows them, except in "less than". */
export const ADJECTIVES = `more bigger larger high frequent less fewer smaller low weak weaker disappointing lacklustre lackluster`;

/**
 * Words of movement that take no object ("falls 5%"), except after "in" or "of" ("a fall in fees") and after a
 * participle ("falling fees").
 */
export const INTRANSITIVE = `
  soar skyrocket surge rally rise climb jump rebound spike leap swell bounce plunge plummet collapse tank nosedive tumble crater fall slide sink slump dip decline slip dive
  dwindle skid sag wane plateau wither evaporate fade dissipate falter stall languish diminish subside recede accelerate advance persist continue up down explode`;

/** Nouns that only quantify what follows "of": "the number of hacks". */
export const QUANTITIES = `number amount count level share volume pace rate total cost price size value wave series`;
