import type { WeightedList } from "./weighted-list.ts";

/**
 * General English words that express a judgment, mostly in their base forms. The list was written for this project. Words
 * with another meaning in this field ("like", "mean", "share", "interest", "issue") are left out or in the market list.
 */
export const GENERAL: readonly WeightedList[] = [
  {
    weight: 3,
    words: `
      amazing astonishing astounding awesome beautiful best blissful breathtaking brilliant dazzling delightful
      ecstatic elated euphoric exceptional excellent exhilarating exquisite extraordinary fabulous fantastic flawless
      genius glorious greatest heavenly ideal impeccable incredible jubilant magnificent marvellous marvelous
      masterful masterpiece miraculous mindblowing outstanding overjoyed perfect perfection phenomenal priceless
      remarkable sensational spectacular splendid stellar stunning sublime superb supreme terrific thrilled thrilling
      triumph triumphant unbeatable unparalleled unrivalled wonderful wondrous`,
  },
  {
    weight: 2,
    words: `
      accomplish accomplishment acclaim ace achieve achievement admirable admiration admire adorable adore advantage
      affection amaze ambitious amuse applaud applause appreciate appreciation appreciative astonish astound
      attractive authentic award beautifully befriend beloved beneficial benefit bless blessing bliss boast bold brave
      bravery breakthrough bright brighter brightest bravo celebrate celebration champion charm charming cheer
      cheerful cherish classy clever commend commendable compelling congrats congratulate congratulation courage
      courageous creative cure decent dedicated delicious delight delighted dependable deserving desirable dream eager
      ease easier easiest effortless elegant eloquent empower enchant encourage encouragement encouraging endorse
      endorsement energetic enhance enhancement enjoy enjoyable enjoyment enlighten enrich enthusiasm enthusiast
      enthusiastic envy ethical excel excellence excite excited excitement exciting fab fascinate fascinating faster
      fastest flourish forgive fortunate freedom friendly fulfill fulfil fun gallant generous generosity genial gift
      gifted glad glory good goodness gorgeous grace gracious grateful gratitude great greatly groundbreaking handsome
      happier happiest happiness happy harmonious harmony healthier healthiest healthy helpful hero heroic hilarious
      honest honesty honor honour hopeful hospitable ingenious ingenuity innovative innovation insightful inspiration
      inspire inspired inspiring instructive integrity intelligent intuitive invaluable invigorate joy joyful keen
      kindness laud laudable lively love lovely loved loving loyal loyalty luck lucky luxurious majestic memorable
      merry miracle motivate noble nifty optimal optimism optimist optimistic outdo overcome paradise passion
      passionate peace peaceful perfectly pleasant pleased pleasure polished praise praiseworthy precious prestige
      prestigious productive proficient prosper prosperity prosperous proud pumped radiant reassure reassuring
      recommend refreshing rejoice relaxed reliable reliability relieve relieved relief renowned rescue resilience
      resilient resourceful respect respected revolutionary reward rewarding rich robust romance safer safest
      satisfaction satisfied satisfy satisfying savvy seamless sensible sincere skilful skillful smart smarter
      smartest smile smooth smoothly smoother solid soothe sparkle speedy spirited splendor stable stability steadfast
      stoked strength strengthen stronger strongest strong stunningly succeed success successful successfully super
      superior supportive sweet talented terrifically thank thanks thankful thrive thriving thumbs tidy tops tranquil
      treasure tremendous trusted trustworthy truthful unmatched unlocks uplift uplifting useful valiant valuable
      vibrant victorious victory vindicate virtue vivid welcoming wellbeing wholesome win winner winning wisdom wise
      witty wow worthwhile worthy yay youthful zeal better cheaper cheapest comfortable commendably cutting-edge
      eye-opening first-rate game-changing hassle-free high-quality kudos respectably state-of-the-art top-notch
      user-friendly well-designed well-made well-written world-class`,
  },
  {
    weight: 1,
    words: `
      abundance abundant acceptable accurate accuracy adaptable adept adequate affable affordable agile agreeable aid
      alive amenable appealing appease apt aspire avid bonus boon calmly candid capable care carefree certainty clean
      cleaner clearer coherent comfort comfy compassion competent compliment comprehensive confidence confident
      congenial considerate constructive convenient convince convincing cooperate cooperation cooperative cordial
      courteous cozy credible credibility cute daring dedication deserve devoted dignified dignity diligent durable
      dynamic earnest economical educate effective efficient efficiency elite embrace engaging enterprising
      entertaining equitable esteem esteemed fair fairness faith faithful fast favorite favourite favor favorable
      favour favourable feasible fertile fitting flexible focused fond foolproof fresh funny genuine gentle genuinely
      graceful guarantee handy hardy harmless heal heartfelt help helped hope hug humane humble humour humor
      immaculate improvement improving innocent intact intelligible interesting intriguing jolly justice laugh lawful
      legendary legible legit legitimate leisure lenient liberate liberty lucid lucrative magic magical mature
      meaningful merit mild modest motivated neat neatly nice nicely nicer nourish nurture obedient oasis okay ok
      open-minded orderly painless palatable patience perk persevere playful pleasing plentiful poised polite positive
      positively powerful practical pragmatic precise precision preferable privilege proactive progress progressive
      promising promise promptly proper protect protected proven punctual quality quick quicker quickly rational
      realistic reasonable reborn recommendable refine refined refresh regain rejuvenate relax relish renewal
      reputable responsible responsive restful reunite revitalize revive reviving rightful safe safely safety sane
      secure secured securely selfless serene simpler simplest simplicity simplify skilled sleek snappy snug sociable
      spacious spotless stimulating straightforward streamline streamlined sturdy stylish sunny surpass sustainable
      swift sympathetic sympathy tasty thorough thoughtful thrifty timely tolerant transparent transparency trust
      trusting unbiased unharmed unlock upbeat upgrade uphold upside versatile viable warm warmth wealth wealthy
      welcome wins won workable young zest ovation upstanding well-known well-received up-to-date fault-tolerant
      unbanked smartly landmark pioneering pioneer record-breaking acclaiming uptrend vigor vigour upturn uptick`,
  },
  {
    weight: -1,
    words: `
      abrupt absurdly alone aloof anomaly anxious apathetic apathy apologize apologise apology arduous ashamed avoid
      awkward barren bias biased bleary blunt blur blurry bore bored boring bother bothersome brash brittle bug buggy
      bulky bumpy burden burdensome careless cautious caveat challenging cheesy chilly clash clumsy clunky clutter
      cluttered commonplace complain complaint complicate complicated concern concerned concerning condemned confuse
      confused confusing confusion conflict conflicting contradict contradiction contradictory contentious costly
      controversial controversy counterproductive cramped crowded cumbersome cynical debatable decay deferred
      defensive deficient deficiency delay delayed demean desolate deter difficult difficulty dilemma dimming disagree
      disagreement discomfort discontinue discourage discrepancy dishearten dislike disorder disproportionate disputed
      disregard dissent distort distract distracting distraction divisive dodge doubt doubtful drab drain drained
      drawback dread dreary drowsy dubious dull dusk eccentric eerie embarrass embarrassed envious erratic evade
      evasive exaggerate exaggerated excess excessive excuse exhausted exhausting expensive expired faint falter
      fatigue fatigued faulty fickle fishy flaky flimsy foggy forget forgetful forgot fragile frail frantic friction
      fuss fuzzy gaudy gimmick gimmicky glitch glitchy gloom gloomy grumble grumpy guilt hamper hard-to-use harder
      hardship harsh hasty hassle haughty hazy hesitant hesitate hesitation hinder hindrance hollow hostile humdrum
      hurdle hype hypocrisy hysterical ignorance ignorant ignore ignored illogical imbalance immature impair impasse
      impatient imperfect impersonal impolite imprecise impractical improper inability inaccurate inaccuracy
      inadequate inappropriate incoherent incompatible incomplete inconclusive inconsistent inconvenience inconvenient
      incorrect indecisive indifferent ineffective inefficient inferior inflexible inhibit insecure insignificant
      insufficient interfere interrupt interruption intrude intrusive irregular irrelevant irritable itchy jaded jerky
      jittery jumpy knotty lack lacking lacklustre lackluster lag lagging laggy lame languish lax lazy leak leaky
      lonely lukewarm mediocre messy mind-numbing misfit mishap misinform misplace miss missed missing mistake
      mistaken mistrust misunderstand misunderstanding moody muddled murky naive needy neglect nervous nervousness
      nitpick noisy nonsense nope nuisance obscure obsolete obstacle obstruct offbeat opaque oppose opposition
      outdated overdue overhyped overlook overload overloaded overpriced overrated overreact overvalued overwhelm
      overwhelmed pale paranoid patchy perplexed pesky pessimism pessimist pessimistic picky pitfall pity plight
      pointless ponderous problem problematic prolonged puzzled puzzling quarrel quirk refuse regret regrettable
      reluctant remorse repetitive resent restless restrict restricted restriction restrictive risk risky rough rude
      rushed rusty sarcastic scarce scold setback shabby shaky shallow shortage short-sighted shortcoming skeptical
      sceptical skepticism scepticism sketchy slack sleepy slippery sloppy slow slower slowest slowly sluggish smelly
      sore sorry speculative spotty stale stagger stern stiff stifle strained stray stress stressed struggle stubborn
      stuck stuffy stumble superficial suspicious swamped taboo tardy tedious tense tension tired tiresome touchy
      tough tricky trivial turbulent unable unaware unbalanced unclear uncertain uncertainty uncomfortable
      unconvincing undermine underwhelming undesirable uneasy unease uneven unfit unfortunate unfortunately
      unimpressive uninspired uninteresting unlikely unlucky unnecessary unorganized unpolished unpopular unprepared
      unproven unrealistic unresolved unsatisfied unsettled unsettling unsolved untested unwanted unwelcome unwilling
      urgent vague vain vexing vulnerable wary wasteful weak weaker weakest weaken weakness wearisome weary weird
      wobble wobbly worn worry worried worrying yawn nervy laggard bottleneck backlog blindspot loophole nagging
      threadbare overcomplicated undersized understaffed underused downside downtime`,
  },
  {
    weight: -2,
    words: `
      abandon abandoned abhor abuse abusive accuse accusation ache adversary adverse adversity afraid aggravate
      aggression aggressive agitate agitated agony ailing alarm alarmed alarming alienate allegation allege anger
      angry anguish animosity annoy annoyance annoyed annoying antagonize anxiety appalled arrest arrested arrogant
      assault attack awful awfully backfire backlash bad badly bankrupt barrage barrier battered belittle betray
      betrayal bickering bitter blame bleak bleed blemish blind blunder bogus botch botched break broke broken
      brokenness brutal brutally bully bust calamity casualty censor censorship chaos chaotic cheat cheater choke
      coerce collapse collide collision condemn condemnation confiscate conspiracy conspire contaminate contempt
      corrode corrupt corrupted counterfeit coward cowardly crackdown crap crappy crash crime criminal cripple crisis
      critic criticism criticise criticize crook crooked cruel crush crushed cry cult culprit curse damage damaged
      damaging danger dangerous dead deadlock death debacle deceit deceitful deceive deception deceptive defame defeat
      defeated defect defective defiant deficit deform degrade degraded dejected delude demise demolish demoralize
      denounce deplore deplorable deplete depress depressed depressing depression deprive derail derailed desert
      desperate desperation despair despise destroy deteriorate deterioration detest detrimental devalue devastated
      diabolical die dire dirty disable disappoint disappointed disappointing disappointment disapprove disarray
      disastrous disbelief discard discord discredit discriminate disgrace disgraceful dishonest dishonor disillusion
      disillusioned dismal dismay disobey disorganized disparage disrespect disrespectful disrupt disruption
      disruptive dissatisfied dissatisfaction distress distressed distressing distrust disturb disturbed disturbing
      doom doomed downfall downturn dreadful drown dump dumb dysfunction dysfunctional egregious enemy enraged erase
      erode erosion exasperate exploitative extort extortion fail failed failing failure fake fallacy false falsify
      famine fatal fault fear fearful feud fiasco fiend flaw flawed flee flop flunk fool fooled foolish forbid
      forbidden forfeit foul frantically freak fright frighten frightened frightening fruitless frustrate frustrated
      frustrating frustration fuck fucking fumble furious fury futile ghastly greed greedy grief grieve grim gripe
      gross grotesque grudge gruesome guilty gullible harass harassment harm harmed harmful hate hated hater hatred
      haunt havoc hazard hazardous headache heartbreak heartbreaking heartbroken helpless hell hideous hoax homeless
      hopeless horrified hostility humiliate humiliated humiliation hunger hurt hypocrite idiot idiotic ill illegal
      illegally illness illicit imbecile impossible imprison incompetence incompetent incurable indict indictment
      infect inferiority infest inflame infringe infringement infuriate inhuman injure injured injury injustice insane
      insecurity insolent insult insulting intimidate intimidating intolerable invade invasion irate irrational
      irresponsible irritate irritated irritating jail jealous jealousy jeopardize jeopardise jeopardy jerk junk kill
      killed laughable lawless lawsuit liar lie lied litigation loathe lose loser loss lost lousy ludicrous mad
      madness malfunction malice malicious malpractice manipulate manipulation manipulative mar meltdown menace mess
      misbehave miserable misery misfortune mislead misleading mismanage mismanagement misuse mock mockery molest
      monopolize monster mourn murder nasty nausea negative negatively negligence negligent nightmare nefarious
      notorious numb obnoxious obscene offend offended offense offensive oppress oppressive outage outbreak outcast
      outlaw outrage outraged overcharge overcharged pain painful panic pathetic peril perilous persecute perverse
      pessimal phony plague plunder poison poor poorly poverty powerless prejudice prison prohibit prohibition punish
      punishment quarrelsome racist rage ravage rebuke reckless refusal reject rejected rejection repress reprimand
      repulsive resentful resentment resign retaliate retaliation revenge ridicule ridiculous riot rip rob robbery rot
      rotten rubbish ruin ruined ruthless sabotage sad sadden sadly sadness scandal scar scare scared scary scorn
      scream screwed selfish severe severely shame shameful shatter shattered shit shitty shock shocked shocking
      shoddy shun sick sicken sinister slander slap slaughter slave smear smug snub sob spam spiteful spoil stagnant
      stagnate stagnation starve steal stink stinks strangle strife stupid substandard suck sucks sue suffer suffering
      suffocate suspect suspend suspended suspension sham tamper tarnish tears terrified terrify terror theft thief
      thieves threat threaten threatened threatening thwarted torment torture toxic traitor trap trapped trash trauma
      traumatic treacherous trick trouble troubled troublesome turmoil ugly unacceptable unbearable underperform
      unemployed unethical unfair unfairly unfriendly unhappy unhealthy unhelpful uninformed unlawful unpleasant
      unprofessional unreasonable unreliable unresponsive unsafe unstable unsuccessful unsustainable untrustworthy
      unusable untrue upset upsetting useless vandal vicious victim vile villain violate violation violence violent
      virus vomit vulgar waste wasted weep whine wicked wipeout woe worn-out worse worsen worsening worthless wound
      wreck wrong wrongly wrongdoing cease-and-desist anti-consumer deepfake ill-advised half-baked ill-conceived
      overrun time-wasting wrongdoer evict evil blackmail beware blacklist regress downgrade downgraded`,
  },
  {
    weight: -3,
    words: `
      abomination abysmal appalling apocalypse apocalyptic atrocious atrocity bankruptcy cataclysm catastrophe
      catastrophic cesspool debilitating defraud despicable devastate devastating devastation disaster disgust
      disgusted disgusting embezzle embezzlement excruciating fraud fraudster fraudulent garbage heinous hellish
      horrendous horrible horribly horrid horrific horrifying insolvency insolvent irredeemable loathsome monstrous
      nauseating nightmarish obliterate odious outrageous pestilence racketeering revolting ruinous scam scammer
      scammy shambles sickening swindle swindler terrible terribly terrifying terrorism terrorist tragedy tragic
      traumatize unforgivable unspeakable wretched worst`,
  },
];
