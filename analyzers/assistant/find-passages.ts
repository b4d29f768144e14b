import type { SiteDocument } from "#core/ai/analysis.ts";
import { findTermById, GLOSSARY, type Term } from "../glossary/index.ts";
import type { HelpTopic } from "../help/index.ts";
import { isSimilar } from "../relevance/choose-sentences.ts";
import { groupThreads, RELEVANCE_MIN } from "../relevance/choose-threads.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import type { Rarity, RatedSentence } from "../relevance/rate.ts";
import { isInformative, rateInformativeness } from "../text/informativeness.ts";
import { formatQuote, toPlainMarkdown } from "../text/plain-markdown.ts";
import { cutSentence, extractSentences, toOneLine } from "../text/sentences.ts";
import type { SourcedQuestion } from "./find-sources.ts";
import { type InformationNeed, rateSentence, rateSentences } from "./information-need.ts";
import { isBroad } from "./parse-question.ts";

export interface PassageSearch {
  readonly documents: readonly SiteDocument[];
  readonly rarity: Rarity;
  /** All earlier answers of the conversation, in Markdown. */
  readonly earlierAnswers: string;
}

export interface Passages {
  readonly threads: readonly {
    readonly main: SiteDocument;
    readonly sentences: readonly RatedSentence[];
  }[];
  readonly terms: readonly Term[];
  /** How well the best passage fits, from 0 to about 1.6. */
  readonly fit: number;
}

interface RatedPassage {
  readonly sentence: RatedSentence;
  readonly main: SiteDocument;
  readonly fit: number;
  /** How well it fits each part of the need. */
  readonly fits: readonly number[];
  readonly score: number;
}

const PASSAGES_MAX = 3;
const THREADS_MAX = 2;
/** The minimum score of further passages, relative to the best one: in its thread, and in other threads. */
const SAME_THREAD_SCORE_MIN = 0.7;
const OTHER_THREAD_SCORE_MIN = 0.9;
/** A thread counts as being about the topic if its title and tags contain this share of it. */
const TITLE_SHARE_MIN = 0.6;
/**
 * In a thread that isn't all on topic, a sentence counts only if it contains this share of the topic and answers the
 * question this well.
 */
const LOOSE_SHARE_MIN = 0.7;
const LOOSE_FIT_MIN = 0.6;
const LEAD_BONUS = 0.35;
const CITED_BONUS = 0.15;
/** The minimum fit of a sentence that answers the need or one of its parts. */
const ANSWER_FIT_MIN = 0.6;
const NAMED_BONUS = 0.1;
const QUOTED_FIT_MIN = 0.4;

export const isQuoted = (sentence: string, earlierAnswers: string) =>
  earlierAnswers.includes(toPlainMarkdown(sentence)) || earlierAnswers.includes(sentence);

/**
 * Ranks all threads, starting with those cited in earlier answers. `citedRank`: the thread's position among the cited
 * ones, from 0; null if it isn't cited. `isAllOnTopic`: every sentence of the thread is about the topic, even if the
 * sentence doesn't name it.
 */
export function rankThreads(topic: SourcedQuestion, { documents, earlierAnswers }: PassageSearch) {
  const ratedThreads = groupThreads(documents).map(({ main, comments }) => {
    const thread = topic.rater.rate(main, comments);
    const position = earlierAnswers.lastIndexOf(`${formatQuote(cutSentence(toOneLine(main.title)))} [`);
    const isAboutTopic =
      position >= 0 ||
      thread.isTitleMatch ||
      thread.titleAndTagsShare >= TITLE_SHARE_MIN ||
      (thread.relevance >= RELEVANCE_MIN && thread.majorConceptCount > 1);
    return { thread, position, isAboutTopic };
  });
  const citedThreads = ratedThreads
    .filter(({ position }) => position >= 0)
    .toSorted((a, b) => a.position - b.position);
  return ratedThreads
    .map(({ thread, isAboutTopic }) => {
      const rank = citedThreads.findIndex((other) => other.thread === thread);
      const isAllOnTopic =
        thread.isTitleMatch ||
        (rank === 0 && topic.chosenSources.lead === "threads") ||
        (isAboutTopic && !isBroadTopic(topic));
      return { thread, isAboutTopic, isAllOnTopic, citedRank: rank < 0 ? null : rank };
    })
    .toSorted(
      (a, b) =>
        (a.citedRank ?? citedThreads.length) - (b.citedRank ?? citedThreads.length) ||
        Number(b.thread.isTitleMatch) - Number(a.thread.isTitleMatch) ||
        b.thread.relevance - a.thread.relevance,
    );
}

/**
 * The passages on the topic that answer the need and haven't been quoted, best first; null if there are none.
 * `isLoose`: also searches threads that are about something else but mention the topic.
 */
export function findPassages(
  topic: SourcedQuestion,
  need: InformationNeed,
  search: PassageSearch,
  { isLoose = false } = {},
): Passages | null {
  const { earlierAnswers } = search;
  // A help topic is complete, and threads that share its words are about something else.
  if (topic.chosenSources.lead === "help") return null;
  const rankedThreads = rankThreads(topic, search).filter(({ isAboutTopic }) => isLoose || isAboutTopic);
  const canQuote = (sentence: string) => isInformative(sentence, need) && !isQuoted(sentence, earlierAnswers);
  const ratedPassages = rankedThreads.flatMap(({ thread, citedRank, isAllOnTopic }) => {
    const allFits = rateSentences(need, thread, canQuote);
    return thread.sentences.flatMap((ratedSentence, index): RatedPassage[] => {
      const { sentence, document, at, ownShare, nearbyShare } = ratedSentence;
      const fits = allFits[index] ?? [];
      const fit = Math.max(0, ...fits);
      if (fit === 0 || !canQuote(sentence)) return [];
      if (!isAllOnTopic && (ownShare < LOOSE_SHARE_MIN || fit < LOOSE_FIT_MIN)) return [];
      const voteRating = Math.min(1, Math.max(0, document.score ?? 0) / 10);
      const score =
        fit * rateInformativeness(sentence, at) +
        0.15 * nearbyShare +
        0.1 * voteRating +
        (citedRank === 0 || thread.isTitleMatch ? LEAD_BONUS : citedRank === null ? 0 : CITED_BONUS);
      return [{ sentence: ratedSentence, main: thread.main, fit, fits, score }];
    });
  });
  const rankedPassages = ratedPassages.toSorted((a, b) => b.score - a.score);
  const terms = findUnquotedTerms(topic, need, earlierAnswers);
  const [first] = rankedPassages;
  const [term] = terms;
  if (first === undefined && term === undefined) return null;
  if (term !== undefined && (first === undefined || term.fit > first.score))
    return { threads: [], terms: [term.term], fit: term.fit };
  return { threads: groupPassages(rankedPassages, need), terms: [], fit: first?.fit ?? 0 };
}

function groupPassages(
  rankedPassages: readonly RatedPassage[],
  { parts }: InformationNeed,
): Passages["threads"] {
  const [first] = rankedPassages;
  if (first === undefined) return [];
  const chosenPassages: RatedPassage[] = [];
  const add = (passage: RatedPassage | undefined) => {
    if (passage === undefined || chosenPassages.length === PASSAGES_MAX) return;
    if (!chosenPassages.some((other) => isSimilar(other.sentence, passage.sentence)))
      chosenPassages.push(passage);
  };
  add(first);
  // Each part of the question gets a passage, if possible from the same thread.
  for (const [partIndex] of parts.entries()) {
    const answers = rankedPassages.filter(({ fits }) => (fits[partIndex] ?? 0) >= ANSWER_FIT_MIN);
    if (!chosenPassages.some((passage) => answers.includes(passage)))
      add(answers.find(({ main }) => main === first.main) ?? answers[0]);
  }
  for (const passage of rankedPassages) {
    const minRelativeScore = passage.main === first.main ? SAME_THREAD_SCORE_MIN : OTHER_THREAD_SCORE_MIN;
    if (passage.score >= first.score * minRelativeScore) add(passage);
  }
  return [...Map.groupBy(chosenPassages, ({ main }) => main)]
    .slice(0, THREADS_MAX)
    .map(([main, passages]) => ({ main, sentences: passages.map(({ sentence }) => sentence) }));
}

const listOwnTerms = ({ question, chosenSources }: SourcedQuestion): readonly Term[] => [
  ...new Set([...chosenSources.terms, ...question.terms.map(({ term }) => term)]),
];

/**
 * Whether the topic is a single broad term, such as bitcoin, which is in the titles of many threads about something
 * else.
 */
export function isBroadTopic({ question, rater }: SourcedQuestion): boolean {
  const majorConcepts = rater.concepts.filter(({ isMinor }) => !isMinor);
  return majorConcepts.length === 1 && question.terms.some(isBroad);
}

/** The topic's terms, then related ones: specific ones first, then broad ones. */
export function listTopicTerms(topic: SourcedQuestion): readonly Term[] {
  const ownTerms = listOwnTerms(topic);
  const ids = new Set(ownTerms.map(({ id }) => id));
  const relatedTerms = ownTerms.flatMap((term) => term.related.map(findTermById));
  const referringTerms = GLOSSARY.filter((term) => term.related.some((id) => ids.has(id)));
  const others = [...relatedTerms, ...referringTerms].filter((term) => term !== undefined);
  const isSpecific = (term: Term) => !isBroad({ term });
  return [
    ...new Set([...ownTerms, ...others.filter(isSpecific), ...others.filter((term) => !isSpecific(term))]),
  ];
}

export const isTermQuoted = ({ name, text }: Term, earlierAnswers: string) =>
  earlierAnswers.includes(toPlainMarkdown(text)) ||
  earlierAnswers.includes(`**${name}.** ${toPlainMarkdown(text)}`);

/** Terms that mention the topic, answer the need and haven't been quoted yet. */
function findUnquotedTerms(topic: SourcedQuestion, need: InformationNeed, earlierAnswers: string) {
  const ownTerms = listOwnTerms(topic);
  // After a question about layer 2 on Ethereum, "they" means layer 2s, so a term about Ethereum alone isn't enough.
  const specificTerms = ownTerms.filter((term) => !isBroad({ term }));
  const subjects = specificTerms.length > 0 ? specificTerms : ownTerms;
  const names = subjects.flatMap(({ name, aliases }) => [name, ...aliases]).map(toKeys);
  return listTopicTerms(topic)
    .filter((term) => !isTermQuoted(term, earlierAnswers))
    .filter((term) => ownTerms.includes(term) || names.some((name) => findName(toKeys(term.text), name) >= 0))
    .map((term, index) => {
      const fits = extractSentences(term.text).map((sentence) =>
        rateSentence(need, sentence, `${term.name}. `),
      );
      // A term named after the subject ("Smart contract audit") is more relevant than one that only mentions it.
      const isNamed = names.some((name) => findName(toKeys(term.name), name) >= 0);
      return { term, fit: Math.max(0, ...fits) - 0.01 * Math.min(index, 10) + (isNamed ? NAMED_BONUS : 0) };
    })
    .filter(({ fit }) => fit >= ANSWER_FIT_MIN)
    .toSorted((a, b) => b.fit - a.fit);
}

/** Whether a help topic is about the subject that the question names; true if it names none. */
export const isHelpOn = ({ hasSubject, parts }: InformationNeed, { questions, text }: HelpTopic) =>
  !hasSubject || parts.some((part) => part.measureCoverage([...questions, text].join(". ")) > 0);

/** The sentence in the earlier answers that answers the need best, with its fit; null if none does. */
export function findQuotedSentence(topic: SourcedQuestion, need: InformationNeed, search: PassageSearch) {
  const fromThreads = rankThreads(topic, search)
    .filter(({ citedRank }) => citedRank !== null)
    .flatMap(({ thread }) => {
      const fits = rateSentences(need, thread);
      return thread.sentences.map(({ sentence }, index) => {
        return { sentence, fit: Math.max(0, ...(fits[index] ?? [])) };
      });
    });
  const helpTopics = topic.chosenSources.helpTopics.filter((help) => isHelpOn(need, help));
  const fromTexts = [...topic.chosenSources.terms, ...helpTopics]
    .flatMap(({ text }) => extractSentences(text))
    .map((sentence) => ({ sentence, fit: rateSentence(need, sentence) }));
  const [best] = [...fromTexts, ...fromThreads]
    .filter(({ sentence, fit }) => fit >= QUOTED_FIT_MIN && isQuoted(sentence, search.earlierAnswers))
    .toSorted((a, b) => b.fit - a.fit);
  return best ?? null;
}
