import { type FoundTerm, findTerms, guessTerms } from "../glossary/find-terms.ts";
import { findNamedAssets } from "../text/search-words.ts";
import { toOneLine } from "../text/sentences.ts";
import { STOP_WORDS, toWords } from "../text/words.ts";

export type QuestionKind =
  | "greeting"
  | "farewell"
  | "thanks"
  | "about"
  | "definition"
  | "comparison"
  | "list"
  | "how"
  | "why"
  | "open";

export interface Question {
  readonly kind: QuestionKind;
  /** The question on one line, truncated. */
  readonly text: string;
  /** What the question is about, in lower case; for a comparison, the two sides. */
  readonly subjects: readonly string[];
  readonly terms: readonly FoundTerm[];
  readonly asksForAdvice: boolean;
  readonly asksForPrice: boolean;
}

const READ_LENGTH_MAX = 1_000;

const SMALL_TALK: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    "greeting",
    /^(?:(?:hi|hello|hey|hiya|howdy|gm|greetings|good (?:morning|afternoon|evening|day))(?: there| all| everyone| assistant)?[ ,!.]*)?(?:how are you(?: doing)?(?: today)?)?$/,
  ],
  ["farewell", /^(?:(?:good)?bye|bye bye|see you|good night)\b.{0,20}$/],
  [
    "thanks",
    /^(?:(?:ok|okay|great|perfect|nice|cool)[ ,.!]+)?(?:many )?(?:thanks?|thank you|thx|ty|cheers)\b.{0,40}$/,
  ],
  [
    "about",
    /^(?:please )?help(?: me)?$|^(?:who|what) (?:are|is) (?:you|lattice|this(?: (?:site|website|page|place|forum|app|assistant|bot))?)$|what (?:can|do) you (?:do|know)|what can i ask|how do you work|are you (?:an? )?(?:ai|bot|human|person|robot|chatgpt|gpt|gemini|llm|(?:large )?language model|real)/,
  ],
];

const COMPARISONS = [
  /\bdifferences? between (.+?) (?:and|or) (.+)$/,
  /^(?:please )?compare (.+?) (?:and|with|to|against) (.+)$/,
  /^how (?:does|do|is|are) (.+?) (?:differ(?:ent)?|distinct) from (.+)$/,
  /^(?:what is better |which is better[:,]? )?(.+?)(?: vs\.? | versus | compared (?:to|with) )(.+)$/,
  /^(?!(?:what|which|how|why|is|are|do|does|should|can|will|who|when|where)\b)(\S+(?: \S+){0,3}?) or (\S+(?: \S+){0,3})$/,
];
const LIST =
  /\b(?:kinds?|types?|sorts?|forms?|examples?|list) of (.+)$|^(?:which|what) (.+?) (?:are there|exist)\b/;
const DEFINITION =
  /^(?:so |and |but |ok |okay |please )*(?:can you |could you )?(?:what(?:'s|’s| is| are| was| does| do)|who (?:is|was)|define|explain|describe|tell me (?:more )?about|what about|how about|(?:the )?(?:meaning|definition) of)(?: (?:a|an|the|meant by))? (.+?)(?: mean| stand for)?$/;

const TRADE = "(?:buy|sell|hold|invest|short|long|stake|swap|trade|get into)";
const MONEY =
  "(?:money|savings?|salary|cash|pension|funds|coins?|crypto|cryptocurrency|tokens?|nfts?|stocks?|shares?|portfolio|bitcoin|btc|ether|ethereum|eth|it|them|\\$?\\d+)";
const ADVICE = [
  new RegExp(`\\b(?:should|shall|must|would) (?:i|we|you|one) (?:\\w+ ){0,2}${TRADE}\\b`),
  // "Should I keep my seed phrase in the cloud?" isn't about an investment.
  new RegExp(
    `\\b(?:should|shall|must|would) (?:i|we|you|one) (?:\\w+ ){0,2}(?:put|keep) (?:\\w+ ){0,3}${MONEY}\\b`,
  ),
  /\b(?:good|right|best|bad|safe) (?:time|moment|idea|investment|buy|bet)\b|\bworth (?:buying|investing|it)\b/,
  /\b(?:best|which|what|next) (?:\w+ ){0,2}(?:coin|crypto|cryptocurrency|token|altcoin|stock)s? (?:\w+ ){0,3}(?:buy|invest|moon|explode|100x)\b/,
  /\bwill (?:\w+ ){1,5}(?:go up|go down|moon|rise|fall|crash|pump|dump|recover|reach|hit|double|explode)\b/,
  /\bprice (?:prediction|target|forecast)s?\b|\bbuy or (?:sell|hold)\b|\bhow much should i\b|\b(?:financial|investment) advice\b|\bget rich\b/,
];
const PRICE =
  /\bprices? of\b|\b(?:current|latest|live|todays?|today's) (?:\w+ ){0,2}prices?\b|\bprices? (?:now|today|right now|currently)\b|\bhow much (?:is|are) (?:a |an |one |\d+ )?\w+(?: \w+)?(?: worth| now| today)?$|\b(?:worth|trading at)(?: now| today)?$|^\$?\w+ price$/;

/** Terms that occur in many questions but are rarely their subject. */
const BROAD_TERM_IDS = new Set(
  `bitcoin ethereum blockchain cryptocurrency token risk artificial-intelligence machine-learning quantum-computing
  smart-contract crypto-wallet wallet-address exchange defi block node exploit transaction`.split(/\s+/),
);

/** Limited because all documents are rated again for each part, which is expensive. */
const PARTS_MAX = 3;
const PART_START =
  "(?:what|how|why|when|where|who|which|will|do|does|did|is|are|can|could|should|would|has|have)\\b";
const PART_BREAK = new RegExp(`[?!]\\s+|,? and (?=${PART_START})`, "i");

/** The questions in "What is staking, and how do I start?"; empty if there is only one. */
export function splitQuestion(text: string): string[] {
  const parts = text
    .split(PART_BREAK)
    .map((part) => part.replace(/^and /i, "").trim())
    .filter((part) => part !== "");
  return parts.length > 1 ? parts.slice(0, PARTS_MAX) : [];
}

/** Classifies a question by its form and the terms in it, in linear time. */
export function parseQuestion(input: string): Question {
  const text = toOneLine(input.slice(0, READ_LENGTH_MAX));
  const lowerText = text.toLowerCase().replace(/(?<![?!.\s])[?!.\s]+$/, "");
  const smallTalk = SMALL_TALK.find(([, pattern]) => pattern.test(lowerText));
  if (smallTalk !== undefined && lowerText !== "") {
    return { kind: smallTalk[0], text, subjects: [], terms: [], asksForAdvice: false, asksForPrice: false };
  }
  const { kind, subjects } = parseQuestionForm(lowerText);
  const terms = findQuestionTerms(subjects, lowerText);
  return {
    kind,
    text,
    subjects,
    terms: [...terms.filter((match) => !isBroad(match)), ...terms.filter(isBroad)],
    asksForAdvice: ADVICE.some((pattern) => pattern.test(lowerText)),
    asksForPrice:
      PRICE.test(lowerText) &&
      (/\b(?:crypto|coins?|tokens?)\b/.test(lowerText) || findNamedAssets(text, toWords(text)).length > 0),
  };
}

function parseQuestionForm(lowerText: string): Pick<Question, "kind" | "subjects"> {
  for (const pattern of COMPARISONS) {
    const [, first, second] = pattern.exec(lowerText) ?? [];
    if (first !== undefined && second !== undefined)
      return { kind: "comparison", subjects: [stripContext(first), stripContext(second)] };
  }
  const list = LIST.exec(lowerText);
  if (list !== null) return { kind: "list", subjects: [stripContext(list[1] ?? list[2] ?? "")] };
  if (/^how\b/.test(lowerText) && !/^how about\b/.test(lowerText))
    return { kind: "how", subjects: [lowerText] };
  if (/^why\b/.test(lowerText)) return { kind: "why", subjects: [lowerText] };
  const definition = DEFINITION.exec(lowerText)?.[1];
  if (definition !== undefined) return { kind: "definition", subjects: [stripContext(definition)] };
  return { kind: "open", subjects: [lowerText] };
}

/** Drops articles and context: "staking in crypto" becomes "staking". */
function stripContext(subject: string): string {
  return subject
    .replace(/^(?:(?:a|an|the|some|different|various|common|main) )+/, "")
    .replace(/(?<![?!.,;:\s])[?!.,;:\s]+$/, "")
    .replace(
      / (?:in|on|for) (?:crypto(?:currency)?|blockchain|ai|general|simple (?:words|terms)|short)$/,
      "",
    );
}

/**
 * The terms in the subject; if there are none, those in the entire question; if there are none there either, misspelled
 * terms in the subject. If only one side of a comparison has a term, the other side may have a misspelled one.
 */
function findQuestionTerms(subjects: readonly string[], fullText: string): FoundTerm[] {
  const sides = subjects.map((subject) => findTerms(toWords(subject)));
  if (sides.some((side) => side.length > 0)) {
    const all = sides.flatMap((side, index) =>
      side.length > 0 ? side : guessTerms(toWords(subjects[index] ?? "")),
    );
    return [...new Map(all.map((match) => [match.term.id, match])).values()];
  }
  const matches = findTerms(toWords(fullText));
  return matches.length > 0 ? matches : guessTerms(toWords(subjects.join(" . ")));
}

export function isBroad({ term }: Pick<FoundTerm, "term">): boolean {
  return BROAD_TERM_IDS.has(term.id);
}

const BACK_REFERENCE =
  /\b(?:it|its|that|this|they|them|their|those|these|instead|he|she|him|her|same|then|there|again|either|too)\b/i;
/** "There is" and "this site" don't refer to anything said before. */
const NO_REFERENCE =
  /\b(?:is|are|was|were) there\b|\bthere(?:'s| is| are)\b|\bthis (?:site|forum|page|community|website|place|week|month|year|morning)\b|\bit is (?:possible|true)\b/gi;

/** Whether text contains a word such as "it" or "that", which refers to something said before. */
export function refersBack(text: string): boolean {
  return BACK_REFERENCE.test(text.replaceAll(NO_REFERENCE, " "));
}

/** Words that only serve to phrase a question, in addition to the stop words. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  `answer ask asked best better buy buying current currently detail details example examples explanation happen
  happened happens help hold idea important info information invest investing latest live main matter matters most price
  opinion opinions people question right sell selling short shortly site talk talking think thinks thought today todays
  trading understand worth`
    .split(/\s+/)
    .filter((word) => !STOP_WORDS.has(word)),
);
