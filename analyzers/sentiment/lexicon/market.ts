import type { WeightedList } from "./weighted-list.ts";

/**
 * Words and phrases that express a judgment in writing on crypto, AI and quantum technology, in base forms, written for
 * this project. A phrase takes precedence over its words: "error correction" has weight 0, so that "error" in it
 * doesn't count.
 */
export const MARKET: readonly WeightedList[] = [
  {
    weight: 3,
    words: "wagmi moonshot lfg",
    phrases: `
      to the moon, we are so back, we re so back, all in bullish, extremely bullish, going parabolic, go parabolic, best day ever, life changing,
      quantum advantage, quantum supremacy, game changer, once in a generation, beyond classical reach, could not be happier`,
  },
  {
    weight: 2.4,
    words: "bullish moon mooning moonbound parabolic outperform",
    phrases: `
      rug proof, bull run, bull market, break all time high, price discovery, short squeeze, gamma squeeze, etf approval, etf approve, approve etf, sec approve,
      win approval, receive approval, get approval, green light, give the green light, rate cut, cut rate, cut interest rate, slash rate, dovish pivot, soft landing,
      record inflow, strong inflow, massive inflow, golden cross, god candle, diamond hand, send it, pay off, beat expectation, beat estimate, beat forecast,
      top expectation, top estimate, exceed expectation, above expectation, better than expected, guidance raise, raise guidance, raise forecast, mass adoption, institutional adoption,
      legal tender, strategic reserve, win lawsuit, win case, win in court, court win, legal victory, case dismiss, lawsuit dismiss, charge drop, drop charge, drop lawsuit, drop case,
      without charge, no charge, fully refund, refund in full, make whole, user refund, fund recover, fund be safe, funds are safe, fund safe, user fund be safe, back in control,
      back on track, strong demand, fresh demand, high demand, demand outpace supply, state of the art, ahead of schedule, under budget, zero downtime, flawless launch, go live smoothly,
      successful launch, successful upgrade, ready to break out, chart look great, break out, breakout, break resistance, break above, break through, take off,
      sold out within, new life, on fire, best in class, must have, can not wait, cannot wait, can t wait, never look back, go through the roof,
      bring back, come back strong, v shaped recovery, tailwind, risk on, logical qubit milestone, fault tolerant quantum, beat rival, beat human, better than human,
      leave rival behind, free of charge, at a tenth of the cost, cure for, beyond expectation, money printer, buy the dip, well done, great job, good job, nice work, good work, keep up, thumb up`,
  },
  {
    weight: 1.7,
    words: `
      inflow accumulate accumulation hodl hodler adoption approval approve uptrend bull based gem alpha breakout outpace outpacing upside lambo gmi
      profitable profit profitability greenlit undervalued oversold dovish reaccumulation buyback airdropped giga
      bounceback frens blessed backed optimised optimized cheaply superhuman sota revolutionise revolutionize
      milestone partnership bullishness rocket goat peaceful pog poggers ath winrate legitimacy oversubscribed`,
    phrases: `
      buy more, buy back, just buy, load up, stack sat, stack up, green candle, green day, in the green, in profit, in the black, return to profit, turn profit, higher low, higher high,
      strong hand, key support hold, hold support, hold above, find support, reclaim support, above support, bounce off support, strong support, broad support, bipartisan support, price target raise,
      raise price target, all green, up only, number go up, mainnet launch, mainnet go live, launch mainnet, mainnet release, successful test, test net success, token burn, coin burn, burn mechanism,
      supply shock, supply squeeze, staking reward, fair launch, new partnership, partner with, team up with, partnership with, strategic partnership, add support for, open access, open source, go mainstream,
      secure funding, raise fund, raise $#, raise # million, funding round, series a, oversubscribed round, seed round, expand to, expand into, expand access, roll out to, go public, public listing,
      list on, listing on, license approve, win license, win licence, obtain license, secure license, regulatory clarity, legal clarity, clear path, path forward, regulatory approval, get license,
      upgrade activate, upgrade go live, proof of reserve, fully backed, pass audit, pass the audit, find no vulnerability, no vulnerability, no issue, no bug, no problem, no downtime, without incident, without a hitch, no drama, clean release,
      add to its reserve, add to reserve, add to its treasury, buy bitcoin, buy btc, buyer return, buyer step in, investor return, worth it, worth every, a gift, critic be wrong, doubter be wrong, steal at this price,
      super fast, blazing fast, ahead of rival, ahead of expectation, catch up with, far ahead, solve problem, solve chemistry, unlock value, quantum leap, error correction breakthrough, scale up, coherence time record,
      save time, save money, save hour, job well done, look good, look great, looking good, feeling good, feel good, feel great, sleep great, love it, love this, can recommend, highly recommend, on the rise, on the mend,
      in control, under control, on par with, turn the corner, turn around, gain ground, gain traction, gain momentum, pick up steam, safe haven, store of value, digital gold, long term holder, strong fundamental, support return,
      pass bill, pass law, sign bill, sign into law, bill pass, crypto friendly, pro crypto, one click, hit target, meet target, on time, live up to, deliver on, ship everything, finally ship, respect`,
  },
  {
    weight: 1,
    words: `
      accrue bid bounce stabilise stabilize steady steadies resume reopen restored refund unlockable launch
      uptake backing deliver ship shipped utility yieldful mint solve solved unlockers sponsor onboard
      outflank gm compliant regulated licensed liquid insured collateralised overcollateralised`,
    phrases: `
      green light review, listing news, new feature, new record, support level hold, hold steady above, network activity, early stage winner, user growth, open beta, work perfectly, work great, work well, just work,
      long position, long term, risk asset rise, wide margin, good news, sign of strength, sign of life, light at the end, back above`,
  },
  {
    weight: 0,
    words: `
      bearing halving meaning number news mining miner being during ceiling evening king thing things matter former user users order orders offer
      offering issue issues securities security interest share shares token test means like kind mean novel free release state states close tender trade trades
      trading lead leads address addresses passing lasting casting fining winding red finder fire timing ended pending spending
      roughly fairly likely largely readily hardly friend friends honestly genuinely seriously literally simply basically positively
      building dating rating ratings wing wings sing ring rings string strings bring spring ping willing wills hit hits`,
    phrases: `
      nothing change, nothing happen, error correction, error rate, error correcting, bear in mind, fear and greed, fear index, fear greed index, hard fork, soft fork, proof of burn, cold storage, cold wallet, hot wallet, smart contract,
      risk management, risk manager, risk asset, risk premium, risk free, stop loss, profit and loss, no matter, interest rate, kill switch, dark pool, trust company, trust wallet, grayscale trust, true or false, best practice, zero knowledge,
      threat model, attack surface, attack vector, dispute resolution, gas limit, value at risk, market value, total value lock, total value locked, fair value, face value, intrinsic value, not only, not just, not to mention, no doubt, no wonder,
      pros and cons, pro and con, good morning, good night, good evening, super bowl, black friday, bull or bear, bullish or bearish, buy or sell, buy and sell, buy or wait, long or short, honest question, quick question, serious question, genuine question, good question, fair question, volatility index, mining difficulty, bitcoin difficulty, difficulty adjust, network difficulty, up and down, ups and downs, open interest,
      hedge against inflation, inflation hedge, inflation report, inflation data, inflation print, inflation rate, consumer price, jobs data, unemployment rate data, bankruptcy court, bankruptcy judge, bankruptcy trustee, fraud detection,
      fraud prevention, anti fraud, anti money laundering, cyber security, security update, security token, safe harbor, safe harbour, safe multisig, private key, bug bounty, bug report, beginner guide, slow fog,
      support ticket, customer support, support team, support two, support for, tax loss, tax loss harvesting, loss function, training loss, cross entropy loss, impermanent loss calculator, noise model, challenge period, dispute period, fraud proof, fault proof,
      lowest level, highest level, power cost, power consumption, clean energy, no idea, free trial, free to use, drop down, dropdown, cut off date, cost basis, quantum error correction, error mitigation, premium plan, premium user, how to avoid, how to protect, how to recover, stress test,
      smart money, gas fee, transaction fee, default fee, fee setting, dead man switch, blind signature, burn address, lock time, trust score, credit score, court date, court hearing, court document, high court, supreme court, federal court,
      federal reserve, fed minutes, fed meeting, positive number, negative number, critical mass, mission critical, war chest, trade war, strange attractor, charm quark, value locked, legal team, legal adviser, legal counsel, chief legal officer, general counsel,
      content creator, master node, masternode, prime minister, great britain, hong kong, silicon valley, long beach, san francisco, crypto winter explained, honey pot contract, game theory, prisoner dilemma, byzantine fault, byzantine fault tolerance, dominance stand, market share of`,
  },
  {
    weight: -1,
    words: `
      sell seller sold selloffs shorts shorting tighten overbought resistance correction pullback dip retrace retracement consolidate dilution dilute
      leveraged leverage fud probe investigate investigation scrutiny subpoena congestion congested clog clogged hawkish tariff headwind tax taxes layoff
      penalty penalise penalize sanction sanctions volatile volatility spook warn warning cautionary miss shortfall slippage stuck wicked hallucination hallucinate
      decoherence noise noisy error errors debt rumor rumour recessionary copium hopium seize seizure pause paused frozen freeze blocked backdoor centralised centralized`,
    phrases: `
      token unlock, unlock of, large unlock, cliff unlock, profit taking, take profit, lock in profit, sell pressure, selling pressure, wait and see, risk off, sell the news, sell the rumor, gas war, wash trading, exchange inflow, move to exchange, to exchange, deposit to exchange,
      under review, under scrutiny, under investigation, face question, raise question, come under, rate hike, hike rate, raise rate, raise interest rate, higher for longer, tax hike, wait three week, waiting for, no update, rising cost, cost overrun,
      hit by, lag behind, fall behind, behind schedule, miss deadline, out of sync, lock out, roll back, chain reorg, chain split, double spend, supply overhang, go either way, move sideways`,
  },
  {
    weight: -1.7,
    words: `
      outflow capitulate capitulation selloff downtrend bear bearish underperform exit exploit exploiter exploited vulnerability phish phishing hack hacker hacking breach breached launder laundering
      delist delisted delisting liquidate liquidation liquidated sue lawsuit indicted charged charge fined bankrupt insolvency recession stagflation ban banned banning crackdown prosecute prosecution prosecutor extradite
      rektville bagholder bagholders vaporware shitcoin shitcoins bubble overleveraged depeg depegs depegged halt halted outage malware ransomware spyware drainer sybil ddos honeypot ponzi pyramid manipulated
      layoffs jailbreak jailbroken plagiarise plagiarism deplatform scalper overhang backdoored censored dumping dumped dumps vanish disappear jailed convict convicted sentence sentenced guilty plead fugitive raid raided`,
    phrases: `
      sell off, sold off, lay off, laid off, job cut, cut job, cut staff, cut guidance, cut forecast, lower guidance, lower forecast, slash forecast, miss expectation, miss estimate, miss forecast, miss target, below expectation, worse than expected, weak demand, lack of demand,
      bear market, bear trap, bull trap, dead cat bounce, death cross, head and shoulder, lower low, lower high, paper hand, exit liquidity, panic sell, panic selling, margin call, forced selling, forced liquidation, long squeeze, cascade of liquidation, crypto winter,
      red candle, bloody red, in the red, sea of red, blood in the street, red flag, in freefall, free fall, lose support, break support, break below, below support, under water, underwater, under pressure, under fire, under attack,
      sec sue, sec charge, sec reject, sec delay, sec probe, sec investigate, sec lawsuit, sec crackdown, wells notice, class action, file lawsuit, face lawsuit, face charge, criminal charge, fraud charge, deny motion, motion to dismiss deny, reject application, deny application,
      unregistered security, unregistered securities, unlicensed exchange, money laundering, insider trading, pump and dump, wash trade, market manipulation, price manipulation, oracle manipulation, governance attack, sandwich attack, front run, front running,
      withdrawal suspend, suspend withdrawal, withdrawal halt, halt withdrawal, pause withdrawal, freeze withdrawal, freeze account, freeze asset, halt trading, halt redemption, halt operation, cease operation, shut down, shuts down, close down, wind down, pull out, pull support, pull plug, liquidity crunch,
      bad debt, lose peg, lose its peg, loses its peg, lost its peg, off peg, dry up, dries up, dried up, run dry, stay away, steer clear, keep away, waste of time, waste of money, not worth, over promise, over hyped, empty promise, a joke, broken promise, go to zero, fall to zero, head to zero,
      wrong answer, hard landing, year away, decade away, far off, quantum threat, quantum winter, ai winter, ai bubble, barren plateau, job loss, export ban, export control, data breach, data leak, leak private data, private data, privacy concern, security flaw, security hole, zero day,
      supply chain attack, back door, private key leak, private key compromise, social engineering, dust attack, address poisoning, sim swap, copyright lawsuit, model collapse, out of control, run out of, out of cash, out of money, out of business, go bust, i m out, i am out, sell everything, dump on, dump bag`,
  },
  {
    weight: -2.6,
    words:
      "rekt crash rug rugged rugpull ngmi ponzinomics wipeout hacked drained drain bloodbath carnage insolvencies implosion implode meltdown contagion apocalypse scammed",
    phrases: `
      rug pull, rug pulled, exit scam, flash crash, flash loan exploit, flash loan attack, bank run, death spiral, go bankrupt, file for bankruptcy, bankruptcy filing, chapter 11, wipe out, wiped out, lose everything, lost everything, life saving, lost my saving, stolen fund, steal fund, funds steal,
      drain wallet, empty wallet, empty hundred of wallet, total loss, serious flaw, critical flaw, critical bug, critical vulnerability, serious vulnerability, total scam, complete scam, ponzi scheme, pyramid scheme, bleed out, over for crypto, crypto is dead, it s over, it is over, is dead, be dead, never again, black swan, systemic risk`,
  },
  {
    weight: 2,
    words: `
      banger underrated legend legends chad nobrainer buoyant buoyed comeback resurgence resurgent unstoppable trailblazing trailblazer windfall bonanza bumper stronghold euphoria exuberant heyday improve improved improves
      ironclad bulletproof rocksolid flawlessly acquitted exonerated vindicated headroom bargain goldmine jackpot`,
    phrases: `
      stage a comeback, make a comeback, bounce back, back to life, back from the brink, ahead of the pack, steal the show, pave the way, open the door, get the nod, sail through, on a roll, winning streak, hold firm, hold strong, hold up well,
      weather the storm, hot streak, gather pace, gather momentum, build momentum, flock to, snap up, sell out, sigh of relief, clear of, clear hurdle, win appeal, first ever, leap forward, giant leap, step forward, big step, crack the problem, easy to use, a breeze, piece of cake,
      hat off, shout out, prop to, let s go, lets go, let's go, up big, print money, sleeping giant, easy money, no brainer, smooth sailing, big w, huge w, massive w, massive win, huge win, thing of beauty, nothing beat, hard to beat, at its best, second to none, love how, so good, so easy, cut in half, half the cost, half the power, half the time, half the energy, half the size, not a security, leave extreme fear, leave bear market, line up to, rule in favor, rule in favour, half the price,
      fraction of the cost, rave review, warm welcome, strong start, solid start, flying start, full steam, off to the race, vote of confidence, throw weight behind, raise the bar, set the bar, new era, golden age, bottom be in, bottom seem to be in, bottom out, off the low, seller be exhaust, victory for, boon for, gain for,
      boost for, hope for, relief for, good for, great for, bear in shamble, bears in shambles, bear get rekt, bear rekt, worth the, well worth, save life, spot early, detect early, help doctor, help patient, never go down, never sell, not sell, still early, time to buy, strong buy, no regret, no complaint, no fee, zero fee`,
  },
  {
    weight: 0.8,
    words:
      "buy buyer buying bought adopt fine backs greenlight nod hail stabilised stabilized allocate onboarded",
    phrases: "add to, stand by, in talk to buy, plan to buy",
  },
  {
    weight: -1.2,
    words: `
      jitter jitters woe woes reel brace snag hiccup roadblock retract retracted recall sour dent jolt rattle rattled spooked limbo offline flagged pricey unaffordable mid cringe sus fomo larp decohere
      haircut writedown impairment curb clampdown axe axed shutter shuttered mothball laggy ghosted allege alleged accused frustratingly lawyered lockup hassle`,
    phrases: `
      be offline, go offline, in limbo, cast doubt, call into question, take a hit, take a toll, hit hard, hard hit, still wait, still pending, no response, no answer, no reply, no word, no end in sight, no end to, be careful, not sure, red tape, cash burn, burn cash, burn through, can not afford, price out,
      regulator fine, sec fine, fine bank, lock user out, lock out of, nothing to show, little to show, no sign of, few sign of, slow down, wake up call, far from over, pressure on, doubt over, doubt about, question over, question about, concern over, concern about, fear of, fear over, worry about, worry over`,
  },
  {
    weight: -2.1,
    words: `
      pummel hammered battered rout bloodletting turmoil tailspin teeter brink gouge ripoff heist loot looted siphon siphoned compromised hijack hijacked impersonate forged duped conned lured stung burned
      grift grifter cooked clown ghosttown unusable unplayable underwater debacle nosedived blacklisted outlawed embattled beleaguered disgraced doomed default defaulted`,
    phrases: `
      rip off, on the brink, brink of collapse, dumpster fire, clown show, took an l, take an l, big l, huge l, down bad, feel bad, so over, we re cooked, we are cooked, be cooked, ghost town, radio silence, dead project, dead coin, dead chain, dead in the water, never arrive, not work, doesn't work, does not work, don't work, won't load, will not load,
      can't log in, can't withdraw, cannot withdraw, can't access, lose access, lose key, lose trust, lose faith, lose confidence, lose money, lose interest, lose patience, locked account, account lock, account freeze, don't buy, do not buy, stay clear, keep your distance, walk away from, rule against, i m done with, i'm done with, done with this, have enough of, worst since, weak since, major blow, big blow, heavy blow, a blow to, blow to, serve a blow,
      buy the top, bought the top, sell the bottom, sold the bottom, top be in, bubble burst, bubble pop, house of cards, smoke and mirrors, snake oil, too good to be true, clamp down, crack down, alarm bell, sound the alarm, ring alarm, raise alarm, threat to, danger to, write down, write off, hold worthless, turn sour, go wrong, went wrong, gone wrong, go bad,
      fall short, fall apart, fall victim, fall flat, come to nothing, backfire on, cost thousand, cost million, cost user, leave with nothing, left with nothing, with nothing, leave with little, have had enough, had enough, sick of, tired of, fed up, give up on, no future, no hope, no demand, no liquidity, no interest, no user, no trust, no customer service, not happy, pull the plug, pull the rug`,
  },
];

/** Emojis and emoticons that express a judgment. */
export const EMOJIS: readonly WeightedList[] = [
  { weight: 2, words: "🚀 🌕 🌙 🔥 💎 🤑 🥳 🎉 🏆 😍 ❤ 🤩 💪 🙌 📈 🐂 🍾 🎊 💯 🦾" },
  { weight: 1.2, words: "👍 😀 😃 😄 😁 😊 😎 🙂 🙏 👏 ✅ 🟢 💰 💚 ✨ 🤝 ⭐ 🌟 :) :-) :D ;) <3" },
  { weight: -1.2, words: "👎 😕 😟 🙁 ☹ 😞 😒 😐 😬 ⚠ 🔴 ❌ 🥲 🤷 :( :-( :/" },
  { weight: -2, words: "💀 ☠ 😡 🤬 😠 😭 😢 😱 🤮 🤢 💩 📉 🐻 🩸 🚨 💔 🤡 ⚰ 🪦 😤 🖕 :'(" },
];
