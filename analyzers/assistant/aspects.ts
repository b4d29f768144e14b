/** What a follow-up asks about its topic: how often, who, why, what it costs, what to do. */
export interface Aspect {
  readonly id: string;
  /** Matches a question that asks about this aspect. */
  readonly questionPattern: RegExp;
  /** Matches a sentence that probably answers such a question. */
  readonly strongPattern: RegExp;
  /** A match makes it more likely that the sentence is an answer, whether or not `strongPattern` also matches. */
  readonly mediumPattern?: RegExp;
  /** Matches words that answers often contain, but that are also common in other sentences. */
  readonly weakPattern?: RegExp;
  /** Whether the answer may be little more than a number. */
  readonly wantsNumbers?: true;
  /** Whether anything else on the topic still helps if no sentence answers the question. */
  readonly isOpen?: true;
}

const TIME_UNIT =
  "(?:ms|milliseconds?|s|seconds?|minutes?|h|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?)";
const COUNT =
  "(?:\\d[\\d.,]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|some|a few|half an?)";
const DURATION = `\\b${COUNT}(?: and a half)?[ -]?${TIME_UNIT}\\b`;
const IMPERATIVE =
  "(?:^|[.;:!,] |[-•–] |\\d[.)] )(?:never|always|please|do not|don't|first,? |then )?\\s?(?:add|allow|ask|avoid|bump|buy|check|choose|close|compare|confirm|count|create|cut|define|edit|freeze|generate|have|keep|let|limit|look|make|measure|move|never|open|pass|prefer|put|read|reduce|report|restore|revoke|search|send|set|size|split|spend|start|stop|store|take|test|train|turn|underline|use|verify|wait|wipe|write)\\b";

const joinPatterns = (...parts: readonly string[]) => new RegExp(parts.join("|"), "i");

const ASPECTS: readonly Aspect[] = [
  {
    id: "frequency",
    questionPattern:
      /\bhow (?:often|frequently|regularly)\b|\bhow many times\b|\b(?:every|per) (?:day|week|month|year)\b/i,
    strongPattern: joinPatterns(
      `\\b(?:every|each|per) (?:\\d+ |other |first |last )?(?:${TIME_UNIT}|block|monday|friday|saturday|sunday|quarter)\\b`,
      "\\b(?:hourly|daily|weekly|monthly|quarterly|yearly|annually)\\b",
      "\\b(?:once|twice|(?:\\d+|two|three|four|five|six) times) (?:an?|per|every)\\b",
      "\\b[\\d,]+ of (?:the )?[\\d,]+\\b",
      "\\bof the quarter\\b",
    ),
    weakPattern: /\b(?:often|usually|rarely|seldom|regularly|always)\b|\d%|\bonce\b|\btest\b/i,
    wantsNumbers: true,
  },
  {
    id: "duration",
    questionPattern: /\bhow (?:long|fast|quick(?:ly)?|soon)\b|\bhow much time\b|\buntil when\b/i,
    strongPattern: joinPatterns(DURATION),
    weakPattern: /\b(?:immediately|instantly|at once|fast|slow|quickly)\b/i,
    wantsNumbers: true,
  },
  {
    id: "when",
    questionPattern: /\b(?:since )?when\b|\bwhat (?:year|date|time|day)\b|\bhow old\b/i,
    strongPattern: joinPatterns(
      "\\b(?:19|20)\\d\\d\\b",
      "\\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \\d",
      DURATION,
      "\\b\\d\\d:\\d\\d\\b",
    ),
    weakPattern: /\b(?:after|before|until|once|when|as soon as|the (?:point|moment))\b/i,
    wantsNumbers: true,
  },
  {
    id: "who",
    questionPattern: /\bwho(?:m|se|s)?\b/i,
    strongPattern:
      /\b(?:got|gets?|pays?|paid|receives?|earns?|takes?|bears?|owns?|invented|created|made|decides?|by) (?:by |it |the |an? )?(?:anyone|users?|traders?|holders?|buyers?|sellers?|longs?|shorts?|borrowers?|lenders?|depositors?|validators?|miners?|issuers?|providers?|attackers?|owners?|artists?|arbitrageurs?|chain|company|people|victim)\b|\b(?:anyone|users?|traders?|holders?|buyers?|sellers?|longs?|shorts?|borrowers?|lenders?|depositors?|validators?|miners?|issuers?|providers?|attackers?|owners?|artists?|arbitrageurs?|chain|company|bots?|administrators?) (?:got|gets?|pays?|paid|receives?|earns?|takes?|bears?|owns?|decides?|sees?|see)\b/i,
    mediumPattern: /\b(?:invented|founded|started|created|made|written|named)\b.*\b(?:by|after)\b/i,
    weakPattern:
      /\b(?:anyone|nobody|no one|users?|people|traders?|holders?|buyers?|sellers?|longs?|shorts?|borrowers?|lenders?|depositors?|validators?|miners?|issuers?|providers?|attackers?|owners?|company|administrators?|author)\b/i,
  },
  {
    id: "why",
    questionPattern: /\bwhy\b|\bhow come\b|\breasons?\b/i,
    strongPattern:
      /\bbecause\b|\b(?:that|which) is why\b|\bthe reason\b|\bso that\b|\btherefore\b|\bsince\b/i,
    weakPattern: /\bso\b|\bif\b|\bwhen\b|: |\bmeans?\b/i,
    isOpen: true,
  },
  {
    id: "cost",
    questionPattern:
      /\b(?:how )?(?:costs?|costly|price|pricey|expensive|cheap(?:er)?|fees?|free)\b|\bhow much (?:is|are|does|do|would|will|for)\b|\bpay for\b/i,
    strongPattern: /[$€£]\s?\d|\b\d[\d.,]*\s?(?:euros?|eur|usd|dollars?|cents?|sats?|sat|gas|gwei|wei)\b/i,
    mediumPattern: /\b(?:costs?|fees?|cheap(?:er)?|expensive|free)\b/i,
    weakPattern: /\d\s?%|\b(?:pays?|paid|price|spend|lose|loss)\b/i,
    wantsNumbers: true,
  },
  {
    id: "action",
    questionPattern:
      /\bwhat (?:else )?(?:can|could|should|shall|must|would|do|did) (?:i|we|you|one|they|people) (?:do|change|write|use|block|try|ask|check|look|know|watch)\b|\bwhat (?:to do|now|helps?)\b|\b(?:protect|avoid|prevent|get rid|defend|guard|secure|fix|reduce|mitigate|recover|undo|revoke|remedy|solutions?|tips?|advice|recommend\w*|spot|recogni[sz]e)\b/i,
    strongPattern: joinPatterns(
      IMPERATIVE,
      "\\b(?:what helps|what i (?:do|did|would do|recommend|ask)|the (?:fix|remedy|cure|safest|best way))\\b",
      "\\b(?:helps?|protects?|prevents?|avoids?|recommend|use an?|instead of)\\b",
    ),
    weakPattern: /\b(?:should|must|need to|can|instead|better|reduces?|stops?|mistakes?)\b/i,
  },
  {
    id: "safety",
    questionPattern:
      /\b(?:safe|safer|safety|secure|security|danger(?:ous|s)?|risks?|risky|trust(?:worthy)?|scams?|hack(?:ed|able)?|stolen|steal|lose|lost|attack(?:ed)?|(?:go|goes|going|went|gone) wrong)\b/i,
    strongPattern:
      /\b(?:risk\w*|danger\w*|unsafe|thefts?|stolen|steals?|thief|hack\w*|exploit\w*|attack\w*|penalt\w*|slash\w*|scams?|fraud\w*|hostile|malware|security is|lose (?:the|your|all|everything|money|part|one|it|them)|loss of)\b/i,
    weakPattern:
      /\b(?:safe\w*|secur\w*|los[et]\w*|loss\w*|trust\w*|fail\w*|fault\w*|leak\w*|protect\w*|keys?|less than|takes? over)\b/i,
  },
  {
    id: "downside",
    questionPattern:
      /\b(?:downsides?|drawbacks?|disadvantages?|cons|catch|limitations?|limits|weakness(?:es)?|criticism|mistakes?|pitfalls?|problems? with|surprises?|(?:go|goes|going|went|gone) wrong|against it|what(?:'s|s| is) (?:bad|wrong))\b/i,
    strongPattern:
      /\b(?:drawbacks?|downsides?|catch|disadvantages?|bit us|give up|mistakes?|pitfalls?|wrong|worse|fails?|failed|broke|broken|bugs?|damaged|surprises?|problems?|cannot|can't|moved|lost|small print)\b/i,
    weakPattern: /\b(?:but|however|only|not|never|unless|lose|loss|cost|risk|without|until)\b/i,
  },
  {
    id: "upside",
    questionPattern:
      /\b(?:upsides?|advantages?|benefits?|pros|good for|the point|what for|used for|useful|purpose)\b/i,
    strongPattern: /\b(?:benefits?|advantages?|useful|used for|allows?|lets|removes?|gives|so that|suits)\b/i,
    weakPattern: /\b(?:better|faster|cheaper|easier|more|without|can)\b/i,
  },
  {
    id: "example",
    questionPattern:
      /\b(?:examples?|instance|numbers|figures|such as|like what|concrete|in practice|real[- ](?:life|world)|show me|stories|story)\b|^numbers?$/i,
    strongPattern: /\bfor (?:example|instance)\b|\bsuch as\b|\be\.g\.|\d[^.]*\d[^.]*\d/i,
    weakPattern: /\d/,
    wantsNumbers: true,
    isOpen: true,
  },
  {
    id: "experience",
    questionPattern:
      /\b(?:anyone|anybody|someone|somebody|people|members?) (?:here )?(?:\w+ )?(?:tried|used|done|did|have|has|know)\b|\bexperiences?\b|\btried (?:it|this|that)\b|\bopinions?\b|\bwhat do (?:people|members|others) (?:think|say)\b/i,
    strongPattern: /\b(?:I|we|my|our)\b/,
    isOpen: true,
  },
  {
    id: "evidence",
    questionPattern:
      /\b(?:evidence|proof|proven|stud(?:y|ies)|data|tested|really true|true)\b|\breally\b\??$/i,
    strongPattern:
      /\b(?:tested|measured|stud(?:y|ies)|evidence|documented|better documented|sample|I found|data)\b/i,
    weakPattern: /\d\s?%|\btest\w*|\bfound\b|\bnothing\b/i,
    wantsNumbers: true,
  },
  {
    id: "alternative",
    questionPattern:
      /\b(?:instead|alternatives?|other (?:ways?|options?|methods?))\b|\bbetter (?:way|option|one|than)\b|\bwhich (?:one |of (?:them|these) )?is (?:better|best|safer|safest)\b/i,
    strongPattern:
      /\b(?:instead|alternatives?|rather than|I would (?:take|use|still)|prefer|second way|better)\b/i,
    weakPattern: /\b(?:or|other|use)\b/i,
  },
  {
    id: "steps",
    questionPattern:
      /\bsteps?\b|\bhow (?:do|can|could|should|would) (?:i|we|you)\b|\bhow to\b|\binstructions?\b/i,
    strongPattern: joinPatterns(IMPERATIVE, "\\bstep \\d", "\\bfirst(?:ly)?\\b.*\\bthen\\b"),
    weakPattern: /\b(?:then|first|before|after|choose|with)\b/i,
    isOpen: true,
  },
  {
    id: "privacy",
    questionPattern:
      /\b(?:anonymous(?:ly)?|private(?:ly)?|privacy|(?:know|see|find out|tell) (?:it|that|who|what|me|my)|visible|in public)\b/i,
    strongPattern:
      /\bonly (?:you|administrators|members|the)\b.*\bsee|\bsees? that\b|\b(?:visible|anonymous|private|in public|without your name)\b/i,
    weakPattern: /\b(?:sees?|knows?|public|name)\b/i,
  },
  {
    id: "amount",
    questionPattern:
      /\bhow (?:many|much|large|big|small|high|low|far|deep|bad)\b|\b(?:which|what) (?:amount|size|share|percentage)\b/i,
    strongPattern: /\d/,
    weakPattern: /\b(?:half|double|twice|third|quarter|most|all|small\w*|large\w*)\b/i,
    wantsNumbers: true,
  },
];

/** Finds the aspects that a question asks about. `rest`: the question without the words that ask about them. */
export function findAspects(text: string): { readonly aspects: readonly Aspect[]; readonly rest: string } {
  const aspects = ASPECTS.filter(({ questionPattern }) => questionPattern.test(text));
  const rest = aspects.reduce(
    (remainingText, { questionPattern }) =>
      remainingText.replace(new RegExp(questionPattern.source, "gi"), " "),
    text,
  );
  return { aspects, rest };
}

/** How well a sentence answers a question about the aspect, from 0 to 1.2. */
export function rateAspect({ strongPattern, mediumPattern, weakPattern }: Aspect, sentence: string): number {
  const rating =
    (strongPattern.test(sentence) ? 0.8 : 0) +
    (mediumPattern?.test(sentence) ? 0.4 : 0) +
    (weakPattern?.test(sentence) ? 0.2 : 0);
  return Math.min(1.2, rating);
}
