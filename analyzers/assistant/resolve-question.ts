import type { Turn } from "#core/ai/tools.ts";
import { findTermByName } from "../glossary/find-terms.ts";
import { parseQuery } from "../relevance/parse-query.ts";
import { findNamedAssets } from "../text/search-words.ts";
import { toOneLine } from "../text/sentences.ts";
import { toWords } from "../text/words.ts";
import { findAspects } from "./aspects.ts";
import { correctCommonWords } from "./common-typos.ts";
import { parseQuestion, refersBack, splitQuestion } from "./parse-question.ts";
import { answerSmallTalk } from "./small-talk.ts";

export interface ResolvedQuestion {
  /**
   * The question to answer: without thanks and other lead-ins, with misspelled common words corrected, and spelled out
   * if it only points to something ("the second one?" becomes "What is …?"). For `more`, `simpler` and `source`,
   * this is the topic.
   */
  readonly text: string;
  /** The question without thanks and other lead-ins, but with its misspellings. */
  readonly typed: string;
  /**
   * The earlier question that it may follow up on; null if it begins a conversation, announces a new topic ("another
   * question: …"), is small talk, or is too long for a follow-up.
   */
  readonly topic: string | null;
  /**
   * - `new`: can be understood on its own. Answered in the context of the topic only if a passage there fits well or
   *   nothing else covers it.
   * - `about`: is about the topic ("is it safe?", "how often?"). Unless it turns out to be self-contained, answered in
   *   the context of the topic first; if that fails, on its own.
   * - `which`: asks for one side of the comparison that is the topic ("which one is safer?").
   * - `more`, `simpler`, `source`: asks to extend the earlier answer, to simplify it, or for its sources.
   */
  readonly form: "new" | "about" | "which" | "more" | "simpler" | "source";
  /** What "and on Solana?" adds to the topic; null for other questions. */
  readonly addition: string | null;
  /** What to search the site for. */
  readonly searches: readonly string[];
}

const READ_LENGTH_MAX = 1_000;
const FOLLOW_UP_WORDS_MAX = 25;
/**
 * A question of at most this many words, like "Who gets the money?", is about the topic unless it names a glossary term
 * or an asset.
 */
const SHORT_WORDS_MAX = 5;

const LEAD_IN =
  /^(?:(?:ok(?:ay)?|great|cool|nice|perfect)[,! ]+)?(?:(?:(?:many )?thanks?(?: you)?(?: (?:a lot|so much))?|thank you|thx)(?:[!,.:;–-]+\s*|\s+(?=(?:and|but|so|now|what|whats|how|why|who|when|where|which|is|are|can|does|do)\b))|(?:ok(?:ay)?|great|cool|nice|got it|i see|alright|perfect|hm+|oh|ah|wow|interesting)[!,.:;–-]+\s*)(?=\S)/i;
const FILLER =
  /^(?:(?:ok(?:ay)?|well|hey|hi|hello|now|right|yes|yeah|please|um{1,9}|uh{1,9})[, ]{1,9})+(?:so[, ]{1,9})?(?=\S+ \S)/i;
const NEW_TOPIC =
  /^(?:(?:ok(?:ay)?|now|btw|so)[, ]+)?(?:(?:a |another |totally |completely )*(?:different|new|another|other|next|unrelated|separate) (?:question|topic|thing|subject)|something (?:else|different)|change of (?:topic|subject)|by the way|btw)\b[!,.:;–-]*\s*(?=\S)/i;
const SIMPLER =
  /\b(?:simpl(?:er|y|ify)|eli5|plain (?:words|english|language)|like i(?:'|’)?m (?:five|5|a child)|shorter|briefer|in short|in (?:one|two|three|a few|fewer|\d{1,2}) (?:sentences?|words|lines)|tl;?dr|easier|layman(?:'s)?|dumb it down|summar(?:y|ise|ize)(?: (?:it|that|this))?|sum (?:it|that|this) up|the (?:gist|main points?|key points?)|too (?:long|complicated|hard|technical)|(?:i )?(?:do not|don'?t|didn'?t) (?:understand|get (?:it|that|this)$))\b/i;
const MORE =
  /^(?:and |please |can you |could you |ok |yes )*(?:tell me (?:a bit |some )?more|say more|more|go on|continue|keep going|go deeper|what else|anything (?:else|more)|any more|(?:more |some |further )?(?:details?|info(?:rmation)?)|elaborate|expand|read more|next)(?: (?:about|on) (?:it|that|this))?(?: please| pls)?$/i;
const SOURCE =
  /^(?:and |but |so |please )*(?:(?:what(?:'?s| is| are|re)? |any |got an? |have an? |give me (?:an? |the )?|show me (?:an? |the )?)?(?:the |your |an? )?(?:sources?|references?|citations?|links?)(?: (?:for|of|on) (?:it|that|this))?(?: please| pls)?|where (?:did|do|does) (?:you|that|this|it) (?:get|have|take|read|find|know|come)(?: (?:that|this|it))?(?: from)?|says who|who (?:says|said|wrote)(?: (?:so|that|this|it))?|how do you know(?: (?:that|this))?|citation needed)$/i;
const ORDINAL =
  /^(?:and |ok |so )*(?:what about |what is |tell me (?:more )?about |explain )?(?:the )?(first|second|third|fourth|fifth|last|former|latter|other|1st|2nd|3rd)(?: (?:one|two|point|source|post|thing|article|link|option))?$/i;
/** "Which one", "which of them", or "which" before a verb. */
export const WHICH =
  /^(?:(?:and|or|but|so|ok|then)[, ]+)*which (?:(one\b|of (?:them|these|those|the two|both)\b)|(?=(?:is|are|has|have|does|do|should|would|can|will)\b))/i;
const CONJUNCTION = /^(?:and|or|but|so|then|plus|also)[, ]+(?=\S)/i;
const WHAT_ABOUT = /^(?:(?:what|how) (?:about|if)|what with)(?: (?:with|for|on|in))? (.+)$/i;
const PREPOSITION = /^(?:on|in|for|with|at|about|to|from|without|by) (.+)$/i;
const ARTICLE = /^(?:an?|the|some|my|your) (?=\S)/i;
const ALSO = /^(?:is|does|do|are) (?:it|that|they) (?:also )?(?:for|on|in|with) (.+)$/i;
const QUESTION_START =
  /^(?:what|whats|who|where|when|which|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|explain|define|compare|give|show|tell)\b/i;
const DIFFERENCE =
  /\b(?:differ(?:ent|s)? (?:from|to|than)|difference (?:to|with|from|between (?:it|that|this|them) and)|compared? (?:to|with)|versus|vs\.?) (.+)$/i;

/** Determines what a question refers to, using only patterns. */
export function resolveQuestion(input: string, turns: readonly Turn[]): ResolvedQuestion {
  const topic = findTopic(turns);
  const last = turns.at(-1);
  const typed = toOneLine(input.slice(0, READ_LENGTH_MAX)).replace(LEAD_IN, "").replace(FILLER, "");
  const resolvedQuestion = { ...classifyQuestion(input, topic, last?.answer ?? ""), typed };
  // The last answer may have sources that a search for the topic doesn't find.
  const needsLastSearch = resolvedQuestion.form === "source" && last !== undefined && last.question !== topic;
  return needsLastSearch
    ? { ...resolvedQuestion, searches: [...resolvedQuestion.searches, last.question] }
    : resolvedQuestion;
}

function classifyQuestion(
  input: string,
  topic: string | null,
  lastAnswer: string,
): Omit<ResolvedQuestion, "typed"> {
  const text = cleanQuestion(input);
  const newQuestion = { text, topic: null, form: "new", addition: null, searches: [text] } as const;
  if (topic === null || input.length > READ_LENGTH_MAX) return { ...newQuestion, text: text || input };
  if (NEW_TOPIC.test(text)) {
    const rest = text.replace(NEW_TOPIC, "").replace(CONJUNCTION, "");
    return { ...newQuestion, text: rest, searches: [rest] };
  }
  const line = text.replace(/(?<![?!.\s])[?!.\s]+$/, "");
  const words = toWords(line);
  if (words.length === 0 || words.length > FOLLOW_UP_WORDS_MAX || isSmallTalk(line)) return newQuestion;

  const repeatedTopic = { ...newQuestion, text: topic, topic, searches: [topic] };
  const ordinal = ORDINAL.exec(line)?.[1];
  const chosenItem =
    ordinal === undefined
      ? undefined
      : listItems(topic, lastAnswer).at(ORDINALS[ordinal.toLowerCase()] ?? -1);
  if (chosenItem !== undefined) {
    const itemQuestion = `What is ${chosenItem}?`;
    return { ...newQuestion, text: itemQuestion, topic, searches: [itemQuestion] };
  }
  if (SIMPLER.test(line) && (words.length <= 6 || refersBack(line)))
    return { ...repeatedTopic, form: "simpler" };
  if (SOURCE.test(line)) return { ...repeatedTopic, form: "source" };
  if (MORE.test(line)) return { ...repeatedTopic, form: "more" };

  const { kind, subjects } = parseQuestion(topic);
  const which = kind === "comparison" ? WHICH.exec(line) : null;
  if (which !== null && (which[1] !== undefined || !namesTerm(line))) {
    const aspect = line.replace(WHICH, "").trim();
    const searches = [topic, ...subjects.map((subject) => `${subject} ${aspect}`)];
    return { ...newQuestion, text: line, topic, form: "which", searches };
  }

  const isOneSided = hasBackReference(line) || parseQuestion(line).terms.length === 1;
  const other = isOneSided ? DIFFERENCE.exec(line)?.[1] : undefined;
  const comparison = other === undefined ? null : buildComparison(topic, other);
  if (comparison !== null) return { ...newQuestion, text: comparison, topic, searches: [comparison] };

  const withoutConjunction = line.replace(CONJUNCTION, "");
  const hasConjunction = withoutConjunction !== line;
  const resolveAboutTopic = (ownText: string, addition: string | null): Omit<ResolvedQuestion, "typed"> => ({
    text: ownText,
    topic,
    form: "about",
    addition,
    searches: [topic, ...(hasOwnSubject(ownText) ? [ownText, `${ownText} ${topic}`] : [])],
  });
  const addition =
    ALSO.exec(withoutConjunction)?.[1] ??
    WHAT_ABOUT.exec(withoutConjunction)?.[1] ??
    (hasConjunction && !QUESTION_START.test(withoutConjunction)
      ? (PREPOSITION.exec(withoutConjunction)?.[1] ?? withoutConjunction)
      : undefined);
  if (addition !== undefined && !QUESTION_START.test(addition)) {
    const addedSubject = addition.replace(ARTICLE, "");
    return resolveAboutTopic(
      findTermByName(addedSubject) === undefined ? addedSubject : `what is ${addedSubject}`,
      addedSubject,
    );
  }
  const ownText = addition ?? withoutConjunction;
  const isShort = words.length <= SHORT_WORDS_MAX && !namesTerm(ownText);
  if (hasConjunction || isShort || hasBackReference(ownText) || !hasOwnSubject(ownText))
    return resolveAboutTopic(ownText, null);
  return { ...newQuestion, text: ownText, topic, searches: [ownText, `${ownText} ${topic}`] };
}

const cleanQuestion = (input: string): string =>
  correctCommonWords(toOneLine(input.slice(0, READ_LENGTH_MAX)).replace(LEAD_IN, "")).replace(FILLER, "");

/** In "What is staking, and is that safe?", "that" refers to staking, which the question itself names. */
function hasBackReference(line: string): boolean {
  const [first] = splitQuestion(line);
  return refersBack(first !== undefined && hasOwnSubject(first) ? first : line);
}

/** Whether the question names anything besides what it asks about its topic. */
function hasOwnSubject(line: string): boolean {
  return parseQuery(findAspects(line).rest).some(({ isMinor }) => !isMinor);
}

const namesTerm = (line: string): boolean =>
  parseQuestion(line).terms.length > 0 || findNamedAssets(line, toWords(line)).length > 0;

const isSmallTalk = (line: string): boolean => answerSmallTalk(parseQuestion(line).kind) !== null;

/** The earlier question that a follow-up is about: the last one that began a topic. */
function findTopic(turns: readonly Turn[]): string | null {
  let topic: string | null = null;
  let answer = "";
  for (const turn of turns) {
    if (isSmallTalk(cleanQuestion(turn.question))) continue;
    const { text, form, addition } = classifyQuestion(turn.question, topic, answer);
    if (topic === null || beginsTopic(topic, { text, form, addition }, turn.answer)) topic = text;
    answer = turn.answer;
  }
  return topic;
}

/**
 * Whether a question begins a topic: its answer explains a term that it names and the topic doesn't, quotes posts or
 * articles without continuing the topic, or contains neither titles nor terms. Only the first counts for an addition.
 */
function beginsTopic(
  topic: string,
  { text, form, addition }: Pick<ResolvedQuestion, "text" | "form" | "addition">,
  answer: string,
): boolean {
  if (form !== "new" && addition === null) return false;
  const itemNames = listItems("", answer);
  const topicTermNames = parseQuestion(topic).terms.map(({ term }) => term.name);
  const questionTermNames = parseQuestion(text).terms.map(({ term }) => term.name);
  const isExplained = itemNames.some(
    (name) => questionTermNames.includes(name) && !topicTermNames.includes(name),
  );
  if (addition !== null) return isExplained && !itemNames.some((name) => topicTermNames.includes(name));
  if (isExplained || itemNames.length === 0 || text === topic) return true;
  return HEADING.test(answer) ? !/^### Also/m.test(answer) : !/^\*\*/m.test(answer);
}

const HEADING = /^(?:### |There is an? (?:post|article) with this title: )/m;

function buildComparison(topic: string, other: string): string | null {
  const [topicTerm] = parseQuestion(topic).terms;
  const [otherTerm] = parseQuestion(other).terms;
  if (topicTerm === undefined || otherTerm === undefined || topicTerm.term === otherTerm.term) return null;
  return `difference between ${topicTerm.term.name} and ${otherTerm.term.name}`;
}

/** The index that each ordinal refers to; -1 is the last one. */
const ORDINALS: Readonly<Record<string, number>> = {
  first: 0,
  "1st": 0,
  former: 0,
  second: 1,
  "2nd": 1,
  other: 1,
  third: 2,
  "3rd": 2,
  fourth: 3,
  fifth: 4,
  last: -1,
  latter: -1,
};

/** The sides of a comparison, otherwise the titles and terms in the answer, in order. */
function listItems(question: string, answer: string): string[] {
  const { kind, subjects } = parseQuestion(question);
  if (kind === "comparison") return [...subjects];
  const matches = answer
    .slice(0, 20_000)
    .matchAll(
      /^(?:- |### (?:On this site|Also on this site|Also in): |There is an? (?:post|article) with this title: )?(?:\*\*([^*\n]{2,80}?)\.?\*\*|“([^”\n]{2,400})” \[\d+\](?: \(sample\))?$)/gm,
    );
  return Array.from(matches, ([, name, title]) => (name ?? title ?? "").replace(/\\(.)/g, "$1"));
}
