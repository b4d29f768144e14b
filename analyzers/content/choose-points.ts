import { ABOUT_TITLE_MIN, chooseSentences, isSimilar } from "../relevance/choose-sentences.ts";
import { isSameWord } from "../relevance/match-words.ts";
import { type RatedSentence, type RatedThread, toContentKeys } from "../relevance/rate.ts";
import { isInformative } from "../text/informativeness.ts";

export interface Objection {
  readonly claim: RatedSentence;
  readonly rebuttal: RatedSentence;
}

const POINTS_MAX = 6;
const OBJECTIONS_MAX = 2;
const QUESTIONS_MAX = 2;
const SHORT_OBJECTION_LENGTH = 80;
const SIMILARITY_MAX = 0.4;
const QUESTION_LENGTH_MIN = 25;

/** Matches a comment that contradicts a claim. "But" and "one caveat" don't count, because they only qualify it. */
const CONTRADICTION =
  /^(?:no[,.:]|(?:not (?:quite|so|really|true)|i (?:disagree|doubt|object|don['’]t agree|don['’]t believe|don['’]t think so)|(?:that|this|it)(?: is|['’]s| isn['’]t)(?: simply| just)? ?(?:not|wrong|true|false|misleading)|wrong|on the contrary|quite the opposite)\b)|\b(?:is|(?:that|this|it)['’]s) (?:simply |just )?(?:wrong|false|not true|misleading)\b|\bisn['’]t true\b|\bi (?:disagree|reject|object)\b/i;
/** A comment objects to a claim only if the two share at least this many content words. */
const SHARED_WORDS_MIN = 2;
/**
 * The minimum share of the topic that a point must cover. It doesn't apply to a post or article with a title or tag
 * that names the topic, because all of its sentences are about the topic. Comments on it only need to mention the topic.
 */
const POINT_SHARE_MIN = 0.4;

/** Up to six points, taken from the most relevant sources in turn; objections from comments; and open questions. */
export function chooseBriefParts(threads: readonly RatedThread[]) {
  const usedSentences: RatedSentence[] = [];
  const isRepeated = (sentence: RatedSentence) =>
    usedSentences.some((other) => isSimilar(other, sentence, SIMILARITY_MAX));
  const take = (candidates: readonly RatedSentence[], limit: number) => {
    const takenSentences: RatedSentence[] = [];
    for (const candidate of candidates) {
      if (takenSentences.length >= limit) break;
      if (isRepeated(candidate)) continue;
      usedSentences.push(candidate);
      takenSentences.push(candidate);
    }
    return takenSentences;
  };
  const objections: Objection[] = [];
  const possibleObjections = threads.flatMap(({ sentences, main }) =>
    sentences.flatMap((first, index) => {
      if (first.document === main || first.at !== 0) return [];
      // A short objection needs the reason that follows it.
      const next = sentences[index + 1];
      const isShort = first.sentence.length < SHORT_OBJECTION_LENGTH && next?.document === first.document;
      const rebuttal = isShort ? { ...first, sentence: `${first.sentence} ${next.sentence}` } : first;
      const isObjection = CONTRADICTION.test(rebuttal.sentence) && isInformative(rebuttal.sentence);
      const claim =
        isObjection && (first.document.score ?? 0) > 0 ? findClaim(rebuttal, sentences, main) : null;
      return claim === null ? [] : [{ claim, rebuttal }];
    }),
  );
  const objectionsByVotes = possibleObjections.toSorted(
    (a, b) => (b.rebuttal.document.score ?? 0) - (a.rebuttal.document.score ?? 0),
  );
  for (const objection of objectionsByVotes) {
    const { claim, rebuttal } = objection;
    if (objections.length === OBJECTIONS_MAX) break;
    if (isRepeated(rebuttal) || isRepeated(claim)) continue;
    usedSentences.push(claim, rebuttal);
    objections.push(objection);
  }

  // A tag names a thread's topic, just as a title does.
  const chosenSentences = threads.map((thread) =>
    chooseSentences({ ...thread, titleShare: thread.titleAndTagsShare }, { main: 3, comments: 2 }).filter(
      (sentence) => isOnTopic(sentence, thread),
    ),
  );
  const roundCount = Math.max(0, ...chosenSentences.map(({ length }) => length));
  const sentencesByRound = Array.from({ length: roundCount }, (_, round) =>
    chosenSentences.flatMap((sentences) => sentences[round] ?? []),
  );
  const points = take(sentencesByRound.flat(), POINTS_MAX);
  const questions = threads
    .flatMap(({ sentences }) => sentences)
    .filter(({ ownShare, at }) => at >= 0 && ownShare > 0)
    .filter(({ sentence }) => sentence.endsWith("?") && sentence.length >= QUESTION_LENGTH_MIN)
    .toSorted((a, b) => b.ownShare - a.ownShare);
  return { points, objections, questions: take(questions, QUESTIONS_MAX) };
}

/** The sentence of the post or article that shares the most words with the rebuttal; null if none shares enough. */
function findClaim(
  rebuttal: RatedSentence,
  sentences: readonly RatedSentence[],
  main: RatedSentence["document"],
): RatedSentence | null {
  const keys = toContentKeys(rebuttal.sentence);
  const countShared = (sentence: string) =>
    toContentKeys(sentence).filter((key) => keys.some((other) => isSameWord(key, other))).length;
  const [best] = sentences
    .filter(({ document, at, sentence }) => document === main && at >= 0 && isInformative(sentence))
    .map((claim) => ({ claim, sharedCount: countShared(claim.sentence) }))
    .toSorted((a, b) => b.sharedCount - a.sharedCount);
  return best !== undefined && best.sharedCount >= SHARED_WORDS_MIN ? best.claim : null;
}

function isOnTopic(
  { ownShare, document }: RatedSentence,
  { main, isTitleMatch, titleAndTagsShare }: RatedThread,
) {
  if (ownShare >= POINT_SHARE_MIN) return true;
  if (!isTitleMatch && titleAndTagsShare < ABOUT_TITLE_MIN) return false;
  return ownShare > 0 || document === main;
}
