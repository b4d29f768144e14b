import type { SiteDocument } from "#core/ai/analysis.ts";
import { findTermByName } from "../glossary/find-terms.ts";
import type { Term } from "../glossary/index.ts";
import { HELP_TOPICS, type HelpTopic } from "../help/index.ts";
import { ABOUT_TITLE_MIN } from "../relevance/choose-sentences.ts";
import { chooseThreads } from "../relevance/choose-threads.ts";
import { findName, isSameWord, toKeys } from "../relevance/match-words.ts";
import { parseQuery, type QueryConcept } from "../relevance/parse-query.ts";
import { type RatedThread, type Rater, toContentKeys, toDocument } from "../relevance/rate.ts";
import { toWords } from "../text/words.ts";
import { chooseTerms, findAnsweringTerms } from "./choose-terms.ts";
import type { Question } from "./parse-question.ts";

export interface ChosenSources {
  readonly terms: readonly Term[];
  readonly helpTopics: readonly HelpTopic[];
  readonly threads: readonly RatedThread[];
  readonly lead: "help" | "terms" | "threads";
  /** Whether the question contains one of the help topic's questions word for word. */
  readonly isSameQuestion: boolean;
}

/** The minimum relevance of a help topic. */
const HELP_RELEVANCE_MIN = 0.6;
/** A help topic with a smaller share of the question's words can't be relevant enough, so it isn't rated. */
const POSSIBLE_SHARE_MIN = 0.35;
/** Added to the relevance of a help topic if the question contains one of its questions word for word. */
const SAME_QUESTION_BONUS = 0.3;
/** A help topic counts as at least this relevant if users ask one of its questions about themselves. */
const SAME_QUESTION_RELEVANCE_MIN = 0.7;
/** The question must contain more than this share of the words in the help topic's title or in one of its questions. */
const NAME_SHARE_MIN = 0.5;
/** A help topic's question with fewer concepts ("who can see my seed phrase") must be contained word for word. */
const ALL_CONCEPTS_MIN = 2;
/**
 * If a question asks for a definition, one that covers more than this share of it is preferred even to a thread with the
 * question as its title.
 */
const FULL_SHARE_MIN = 0.9;
/** Help is preferred to a definition that is hardly more relevant, because help is about this site. */
const HELP_PREFERENCE = 0.9;
/** A definition answers a question only if glossary terms cover at least this share of it. */
const TERM_SHARE_MIN = 0.66;
/** For a comparison, it is enough to cover one side: the answer says that the glossary has no entry for the other. */
const SIDE_SHARE_MIN = 0.4;
/** A thread with this relevance is a better answer than a definition, unless the question asks for one. */
const LEADING_THREAD_RELEVANCE_MIN = 0.8;

/** Chooses the sources that answer a question. `lead`: the kind of source that comes first. */
export function chooseSources(
  question: Question,
  rater: Rater,
  documents: readonly SiteDocument[],
): ChosenSources {
  const canAnswer = createAnswerTest(question.text);
  // Requires a matching title, because opinions about prices don't answer "should I buy?", and a question like "when
  // might that happen?" names no subject.
  const needsTitle = isAboutBuying(question) || !rater.concepts.some(({ isMinor }) => !isMinor);
  const threads = chooseThreads(rater, documents).filter(
    (thread) => (thread.isTitleMatch || !needsTitle) && canAnswer(thread),
  );
  const best = threads[0];
  const help = chooseHelp(rater, question.text);
  const chosenTerms = chooseTerms(question);
  const asksForDefinition =
    question.kind === "definition" ||
    question.kind === "list" ||
    (question.kind === "comparison" && chosenTerms.length === 2);
  const termShare = Math.max(
    0,
    ...chosenTerms.map((term) => rater.rate(toDocument(term.name), [], term.aliases).titleAndTagsShare),
  );
  const hasExactTerm = question.subjects.some((subject) => findTermByName(subject) !== undefined);
  const namedTerms =
    chosenTerms.length === 0 ? [] : [...chosenTerms, ...question.terms.map(({ term }) => term)];
  const nameShare = hasExactTerm
    ? 1
    : Math.max(termShare, computeTermShare(rater, namedTerms), isAboutBuying(question) ? TERM_SHARE_MIN : 0);
  const answeringTerms = isYesNo(question.text) ? findAnsweringTerms(rater) : [];
  const isAnswered = answeringTerms.length > 0;
  // A definition of a wallet doesn't say whether two people can own one.
  const asksAboutCount = isYesNo(question.text) && rater.concepts.some(({ isCount }) => isCount);
  const isNameEnough =
    !asksAboutCount && nameShare >= (question.kind === "comparison" ? SIDE_SHARE_MIN : TERM_SHARE_MIN);
  const isEnough = isAnswered || isNameEnough;
  const terms = isAnswered ? answeringTerms : isNameEnough ? chosenTerms : [];
  const share = isAnswered ? 1 : nameShare;

  const fromThreads: ChosenSources = {
    terms: [],
    helpTopics: [],
    threads,
    lead: "threads",
    isSameQuestion: false,
  };
  if (best?.isTitleMatch && !(asksForDefinition && share > FULL_SHARE_MIN)) return fromThreads;
  if (
    help !== null &&
    !hasExactTerm &&
    help.relevance > Math.max(nameShare * HELP_PREFERENCE, best?.relevance ?? 0)
  ) {
    const { topic, isSameQuestion } = help;
    return { ...fromThreads, threads: [], helpTopics: [topic], lead: "help", isSameQuestion };
  }
  const isThreadBetter =
    best !== undefined &&
    !asksForDefinition &&
    (best.relevance >= LEADING_THREAD_RELEVANCE_MIN || best.relevance > share || !isEnough);
  return isThreadBetter || terms.length === 0 ? fromThreads : { ...fromThreads, terms, lead: "terms" };
}

/** "Where should I put my stop loss?" asks for advice too, but about a method, not about what to buy. */
function isAboutBuying({ asksForAdvice, kind, text }: Question): boolean {
  return asksForAdvice && kind !== "how" && !/^where\b/i.test(text);
}

/** The share of the question that the terms cover together. */
function computeTermShare(rater: Rater, terms: readonly Term[]): number {
  if (terms.length === 0) return 0;
  const joinedNames = terms.flatMap(({ name, aliases }) => [name, ...aliases]).join(" . ");
  return rater.rate(toDocument(joinedNames)).titleAndTagsShare;
}

const toSpacedWords = (text: string) => ` ${toWords(text).join(" ")} `;
const INDEXED_HELP_TOPICS = HELP_TOPICS.map((topic) => ({
  topic,
  keys: [...new Set(toKeys([topic.title, ...topic.questions, topic.text].join(" ")))],
  names: [topic.title, ...topic.questions].map((name) => ({
    keys: toKeys(name),
    contentKeys: toContentKeys(name),
  })),
  questions: topic.questions.map((question) => ({
    spacedWords: toSpacedWords(question),
    contentKeys: toContentKeys(question),
    conceptCount: parseQuery(question).length,
  })),
}));
const PERSONAL_PRONOUN = /\b(?:i|i'm|i've|my|me|we|our)\b/i;

/**
 * Finds the most relevant help topic. Users who ask about themselves often add details that the help doesn't mention,
 * as in "How do I report someone who insults me?", so it is enough if their question contains all words of one of the
 * topic's questions. Null if no topic is relevant enough.
 */
function chooseHelp(rater: Rater, text: string) {
  const userQuestion = { spacedWords: toSpacedWords(text), contentKeys: toContentKeys(text) };
  const isPersonal = PERSONAL_PRONOUN.test(text);
  const subjects = rater.concepts.filter(({ isMinor, isCount }) => !isMinor || isCount);
  const ratedTopics = INDEXED_HELP_TOPICS.map(({ topic, questions, keys: topicKeys, names }) => {
    const isSameQuestion = questions.some(({ spacedWords }) =>
      userQuestion.spacedWords.includes(spacedWords),
    );
    const hasAllWords = questions.some(
      ({ contentKeys, conceptCount }) =>
        conceptCount >= ALL_CONCEPTS_MIN &&
        contentKeys.every((key) => userQuestion.contentKeys.some((other) => isSameWord(key, other))),
    );
    const minRelevance = isPersonal && (isSameQuestion || hasAllWords) ? SAME_QUESTION_RELEVANCE_MIN : 0;
    const hasConcept = (keys: readonly string[], { forms }: QueryConcept) =>
      forms.some((form) => findName(keys, toKeys(form)) >= 0);
    const isNamed =
      subjects.some((subject) => names.some(({ keys }) => hasConcept(keys, subject))) &&
      subjects.every((subject) => hasConcept(topicKeys, subject));
    // "Delete my account" is about deleting, so "Do I need an account?" isn't covered by it.
    const isAbout = names.some(
      ({ contentKeys }) =>
        contentKeys.filter((key) => userQuestion.contentKeys.some((other) => isSameWord(key, other))).length >
        contentKeys.length * NAME_SHARE_MIN,
    );
    const isPossible =
      isSameQuestion || (isNamed && isAbout && rater.measurePossibleShare(topicKeys) >= POSSIBLE_SHARE_MIN);
    if (!isPossible) return { topic, isSameQuestion, relevance: minRelevance };
    const rating = rater.rate(toDocument(topic.title, topic.text), [], topic.questions);
    const relevance = rating.relevance + (isSameQuestion ? SAME_QUESTION_BONUS : 0);
    return { topic, isSameQuestion, relevance: Math.max(minRelevance, relevance) };
  }).toSorted((a, b) => b.relevance - a.relevance);
  const [best] = ratedTopics;
  return best !== undefined && best.relevance >= HELP_RELEVANCE_MIN ? best : null;
}

/** "Can you explain …" and "is there …" don't ask for yes or no. */
const YES_NO =
  /^(?:(?:so|and|but|then|ok|okay)[, ]+)?(?:(?:could|does|do|did|is|are|was|were|would|has|have|had|must|might|should)(?:n['’]?t)?|can(?:['’]?t)?|will|won['’]?t|may) (?!you\b|there\b)/i;
const isYesNo = (question: string): boolean => YES_NO.test(question);

/**
 * Creates a test of whether a thread can answer a yes-or-no question: one passage must mention both the subject and
 * what is asked about it, such as "lose more than I put in". A thread that only mentions the subject is no answer. A
 * thread whose title matches or nearly matches always passes, and so does every thread if the question isn't a
 * yes-or-no question.
 */
function createAnswerTest(question: string): (thread: RatedThread) => boolean {
  if (!isYesNo(question)) return () => true;
  const concepts = parseQuery(question).map(({ forms, isMinor, isCount }) => ({
    forms: forms.map(toKeys),
    isMinor,
    isCount,
  }));
  const hasConcept = (keys: readonly string[], { forms }: { forms: readonly (readonly string[])[] }) =>
    forms.some((form) => findName(keys, form) >= 0);
  return ({ main, isTitleMatch, titleShare, sentences }) => {
    const titleKeys = toKeys([main.title, ...(main.tags ?? [])].join(" . "));
    const subjectConcepts = concepts.filter((concept) => hasConcept(titleKeys, concept));
    const otherConcepts = concepts.filter((concept) => !subjectConcepts.includes(concept));
    const isAlmostTitle = titleShare >= ABOUT_TITLE_MIN && !otherConcepts.some(({ isMinor }) => isMinor);
    if (isTitleMatch || isAlmostTitle || otherConcepts.length === 0) return true;
    // A count such as "two people" must be in the passage, but it isn't what is asked.
    const countConcepts = otherConcepts.filter(({ isCount }) => isCount);
    const askedConcepts = otherConcepts.filter(({ isCount }) => !isCount);
    return sentences.some((center, index) => {
      const passage = sentences
        .slice(Math.max(0, index - 1), index + 2)
        .filter(({ document, at }) => document === center.document && at >= 0);
      const keys = passage.flatMap(({ sentence }) => toKeys(sentence));
      const isAnyIn = (candidates: typeof concepts) =>
        candidates.some((concept) => hasConcept(keys, concept));
      if (!countConcepts.every((concept) => hasConcept(keys, concept))) return false;
      return isAnyIn(askedConcepts) && (subjectConcepts.length === 0 || isAnyIn(subjectConcepts));
    });
  };
}
