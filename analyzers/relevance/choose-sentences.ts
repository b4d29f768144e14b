import type { SiteDocument } from "#core/ai/analysis.ts";
import { isInformative, rateInformativeness } from "../text/informativeness.ts";
import { computeSimilarity } from "../text/passages.ts";
import { toKeys } from "./match-words.ts";
import type { RatedSentence, RatedThread } from "./rate.ts";

const SIMILARITY_MAX = 0.5;
/** A title that contains this share of the question is about the question. */
export const ABOUT_TITLE_MIN = 0.6;
/**
 * If the title is about the question, this many sentences at the start of the post or article are relevant even if they
 * contain none of the question's words.
 */
const RELEVANT_START_SENTENCES = 8;
const LONG_COMMENT_LENGTH = 400;
/** What a score of ten or more adds to the rating of a sentence in a comment. Covering the entire question adds 1. */
const SCORE_WEIGHT = 0.35;

/**
 * A thread's most relevant sentences without near-duplicates: first those of the post or article, then those of the
 * comments.
 */
export function chooseSentences(
  { main, sentences, isTitleMatch, titleShare }: RatedThread,
  { main: mainCount, comments: commentCount }: { readonly main: number; readonly comments: number },
): RatedSentence[] {
  const isThreadAboutQuestion = isTitleMatch || titleShare >= ABOUT_TITLE_MIN;
  const ratedSentences = sentences
    .filter(({ at, sentence }) => at >= 0 && isInformative(sentence))
    // If the title is about the question, then so are the comments and the start of the post or article, even if
    // they contain none of the question's words.
    .filter(
      ({ at, ownShare, document }) =>
        ownShare > 0 || (isThreadAboutQuestion && (document !== main || at < RELEVANT_START_SENTENCES)),
    )
    .map((sentence) => ({ sentence, rating: rate(sentence) }))
    .toSorted((a, b) => b.rating - a.rating)
    .map(({ sentence }) => sentence);
  const chosenSentences: RatedSentence[] = [];
  const pick = (candidates: readonly RatedSentence[], count: number, maxPerDocument: number) => {
    const countByDocument = new Map<SiteDocument, number>();
    let pickedCount = 0;
    for (const candidate of candidates) {
      if (pickedCount === count) break;
      const usedCount = countByDocument.get(candidate.document) ?? 0;
      if (usedCount >= maxPerDocument || chosenSentences.some((other) => isSimilar(other, candidate)))
        continue;
      countByDocument.set(candidate.document, usedCount + 1);
      chosenSentences.push(candidate);
      pickedCount += 1;
    }
  };
  pick(
    ratedSentences.filter(({ document }) => document === main),
    mainCount,
    mainCount,
  );
  pick(
    ratedSentences.filter(({ document }) => document !== main),
    // Often only the comments answer a question.
    commentCount + (chosenSentences.length === 0 ? mainCount : 0),
    1,
  );
  return chosenSentences;
}

function rate({ sentence, at, ownShare, document }: RatedSentence): number {
  const base = (0.3 + ownShare) * rateInformativeness(sentence, at);
  if (document.score === undefined) return base;
  // A short comment is more often a joke than an answer, however popular.
  const scoreBonus = SCORE_WEIGHT * Math.min(1, Math.max(0, document.score) / 10);
  return (base + scoreBonus) * Math.min(1, 0.4 + document.text.length / LONG_COMMENT_LENGTH);
}

export function isSimilar(a: RatedSentence, b: RatedSentence, similarityMax = SIMILARITY_MAX): boolean {
  return computeSimilarity(new Set(toKeys(a.sentence)), new Set(toKeys(b.sentence))) > similarityMax;
}
