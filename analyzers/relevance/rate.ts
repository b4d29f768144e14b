import type { SiteDocument } from "#core/ai/analysis.ts";
import { memoizeByText } from "../text/memoize-text.ts";
import { cutSentence, extractSentences, toOneLine } from "../text/sentences.ts";
import { STOP_WORDS, toWords } from "../text/words.ts";
import { findName, isSameWord, toKeys } from "./match-words.ts";
import { parseQuery } from "./parse-query.ts";

/** Inverse document frequencies of a question's concepts on this site, by the concept's name. May be incomplete. */
export type Rarity = Readonly<Record<string, number>>;

export interface RatedSentence {
  readonly document: SiteDocument;
  /** The number of the sentence in the document's text, from 0; -1 for the title. */
  readonly at: number;
  readonly sentence: string;
  /**
   * The share of the question's concepts, by weight, that this sentence contains, from 0 to 1. For the title, the tags
   * are included.
   */
  readonly ownShare: number;
  /** The same for this sentence, its neighbors, the title and the tags together. */
  readonly nearbyShare: number;
}

/** A post with its comments, an article, a glossary term or a help topic, rated for a question. */
export interface RatedThread {
  readonly main: SiteDocument;
  readonly comments: readonly SiteDocument[];
  readonly relevance: number;
  /** The share of the question's concepts, by weight, that the title contains, from 0 to 1. */
  readonly titleShare: number;
  /** The same for the title and the tags together. A concept that is only in the tags counts less. */
  readonly titleAndTagsShare: number;
  /** Whether the question is the title, possibly shortened. */
  readonly isTitleMatch: boolean;
  /** How many of the question's major concepts occur anywhere in the thread. */
  readonly majorConceptCount: number;
  readonly sentences: readonly RatedSentence[];
}

/** The rarity of a word of unknown frequency, as if one in about 150 documents contained it. */
const UNKNOWN_RARITY = 5;
const RARITY_MIN = 0.6;
const MINOR_SHARE = 0.3;
/** A tag says less than a title. */
const TAG_SHARE = 0.8;
const SENTENCES_MAX = 120;
const TEXT_MAX = 20_000;
const CACHED_TEXTS_MAX = 400;
const CACHED_TITLES_MAX = 1_000;

const splitText = memoizeByText(
  (text: string) =>
    extractSentences(text, SENTENCES_MAX).map((sentence) => ({ sentence, keys: toKeys(sentence) })),
  CACHED_TEXTS_MAX,
);

export type Rater = ReturnType<typeof createRater>;

/** Rates the relevance of sources to a question. Rare words count more, and so do words in titles and in phrases. */
export function createRater(question: string, rarity: Rarity = {}) {
  const concepts = parseQuery(question);
  const weightedConcepts = concepts.map(({ name, forms, isMinor }) => {
    // A question may contain "constructor", a property that every object inherits.
    const knownRarity = Object.hasOwn(rarity, name) ? rarity[name] : undefined;
    const conceptRarity = Math.max(RARITY_MIN, Math.min(knownRarity ?? UNKNOWN_RARITY, UNKNOWN_RARITY + 1));
    return { names: forms.map(toKeys), weight: isMinor ? conceptRarity * MINOR_SHARE : conceptRarity };
  });
  const totalWeight = weightedConcepts.reduce((sum, { weight }) => sum + weight, 0);
  const questionKeys = toContentKeys(question);
  const words = toWords(question.slice(0, 1_000));
  const questionPrefix = words.length >= TITLE_WORDS_MIN ? `${words.join(" ")} ` : null;

  const findHits = (keys: readonly string[]) =>
    weightedConcepts.map(({ names }) => names.some((name) => findName(keys, name) >= 0));
  const weigh = (hits: readonly boolean[]) =>
    totalWeight === 0
      ? 0
      : weightedConcepts.reduce((sum, { weight }, index) => sum + (hits[index] ? weight : 0), 0) /
        totalWeight;
  const union = (...lists: readonly (readonly boolean[])[]) =>
    weightedConcepts.map((_, index) => lists.some((hits) => hits[index]));

  return {
    concepts,
    /** Whether a sentence has all of the question's major concepts. */
    covers(sentence: string): boolean {
      const hits = findHits(toKeys(sentence));
      return concepts.length > 0 && hits.every((hit, index) => hit || concepts[index]?.isMinor);
    },
    /** The maximum share of the question that text with these words can contain, from 0 to 1. Cheaper than `rate`. */
    measurePossibleShare: (keys: readonly string[]): number =>
      weigh(
        weightedConcepts.map(({ names }) =>
          names.some(([first = ""]) => keys.some((key) => isSameWord(key, first))),
        ),
      ),
    rate(
      main: SiteDocument,
      comments: readonly SiteDocument[] = [],
      names: readonly string[] = [],
    ): RatedThread {
      const titles = [main.title, ...names].map((title) => ({ title, keys: toKeys(title) }));
      const titleHits = titles
        .map(({ keys }) => findHits(keys))
        .reduce((best, hits) => (weigh(hits) > weigh(best) ? hits : best));
      const tagHits = findHits(toKeys((main.tags ?? []).join(" . ")));
      const titleShare = weigh(titleHits);
      const titleAndTagsShare = titleShare + TAG_SHARE * (weigh(union(titleHits, tagHits)) - titleShare);
      const overlap = Math.max(
        ...titles.map(({ title }) => compareWords(questionKeys, toContentKeys(title))),
      );
      const title = cutSentence(toOneLine(main.title));
      const sentences: RatedSentence[] = [
        {
          document: main,
          at: -1,
          sentence: title,
          ownShare: titleAndTagsShare,
          nearbyShare: titleAndTagsShare,
        },
      ];
      let threadHits = union(titleHits, tagHits);
      for (const document of [main, ...comments]) {
        const parts = splitText(document.text.slice(0, TEXT_MAX));
        const allHits = parts.map(({ keys }) => findHits(keys));
        for (const [at, { sentence }] of parts.entries()) {
          const hits = allHits[at] ?? [];
          threadHits = union(threadHits, hits);
          const nearbyHits = union(hits, allHits[at - 1] ?? [], allHits[at + 1] ?? [], titleHits, tagHits);
          sentences.push({ document, at, sentence, ownShare: weigh(hits), nearbyShare: weigh(nearbyHits) });
        }
      }
      const highestShare = sentences.reduce((most, { nearbyShare }) => Math.max(most, nearbyShare), 0);
      const majorConceptCount = threadHits.filter((hit, index) => hit && !concepts[index]?.isMinor).length;
      const titleKeys = titles.flatMap(({ keys }) => keys);
      const phraseBonus = hasPhrase(questionKeys, titleKeys) ? 0.08 : 0;
      const relevance =
        0.5 * highestShare +
        0.15 * weigh(threadHits) +
        0.25 * Math.min(1, titleAndTagsShare * 1.25) +
        0.15 * overlap +
        phraseBonus;
      return {
        main,
        comments,
        relevance,
        titleAndTagsShare,
        titleShare,
        isTitleMatch:
          startsTitle(questionPrefix, main.title) || matchesTitle(questionKeys, toContentKeys(main.title)),
        majorConceptCount,
        sentences,
      };
    },
  };
}

/** The keys of the text's first words, without stop words. */
export const toContentKeys = memoizeByText(
  (text: string): readonly string[] =>
    toKeys(
      toWords(text.slice(0, 1_000))
        .filter((word) => !STOP_WORDS.has(word))
        .join(" "),
    ),
  CACHED_TITLES_MAX,
);

/** The similarity of two lists of keys (Dice coefficient). */
function compareWords(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const sharedCount = a.filter((key) => b.some((other) => isSameWord(key, other))).length;
  return (2 * Math.min(sharedCount, b.length)) / (a.length + b.length);
}

/** Whether two neighboring words of the question are neighbors in the title. */
function hasPhrase(questionKeys: readonly string[], titleKeys: readonly string[]): boolean {
  return questionKeys.some(
    (key, at) => at > 0 && findName(titleKeys, [questionKeys[at - 1] ?? "", key]) >= 0,
  );
}

const TITLE_WORDS_MIN = 4;

/** Whether the title begins with the question, word for word. */
const startsTitle = (questionPrefix: string | null, title: string) =>
  questionPrefix !== null && `${toWords(title).join(" ")} `.startsWith(questionPrefix);

/** Whether the question contains about half of the title's words or more, and hardly any others. */
function matchesTitle(questionKeys: readonly string[], titleKeys: readonly string[]): boolean {
  if (questionKeys.length === 0 || titleKeys.length === 0) return false;
  const sharedCount = questionKeys.filter((key) => titleKeys.some((other) => isSameWord(key, other))).length;
  return (
    sharedCount >= Math.min(3, titleKeys.length) &&
    sharedCount / questionKeys.length >= 0.8 &&
    sharedCount / titleKeys.length >= 0.45
  );
}

/** Wraps a title and its text as a document, so that terms and help topics can be rated too. */
export const toDocument = (title: string, text = ""): SiteDocument => ({
  kind: "article",
  path: "",
  title,
  text,
  date: "",
  attribution: "",
  isSample: false,
});
