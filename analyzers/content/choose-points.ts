import { chooseSentences } from "../relevance/choose-sentences.ts";
import { toKeys } from "../relevance/match-words.ts";
import type { RatedSentence, RatedThread } from "../relevance/rate.ts";
import { isInformative } from "../text/informativeness.ts";
import { computeSimilarity } from "../text/passages.ts";

/** What a brief consists of. */
export interface BriefParts {
  readonly points: readonly RatedSentence[];
  /** From replies that disagree. */
  readonly objections: readonly RatedSentence[];
  readonly questions: readonly RatedSentence[];
}

const POINTS_MAX = 6;
const OBJECTIONS_MAX = 2;
const QUESTIONS_MAX = 2;
const SHORT_OBJECTION = 80;
const SIMILARITY_MAX = 0.4;
const QUESTION_LENGTH_MIN = 25;

/** The beginning of a sentence that objects to or qualifies an earlier statement. */
const OBJECTS =
  /^(?:no[,.:]|not (?:quite|so|really)|i (?:disagree|doubt|object|would not|don't agree|agree with .* (?:but|and reject))|one (?:caveat|warning)|but\b|however|that is (?:not|wrong)|this is (?:not|wrong)|wrong|on the contrary|the (?:problem|trouble|catch) (?:is|with))|\bis (?:simply )?(?:wrong|not true|misleading|the sample speaking)\b|\bi (?:disagree|reject|object)\b|\bvery nice, until\b/i;

/**
 * Up to six points, taken from the most relevant sources in turn; objections from replies; and open questions. No
 * repeats.
 */
export function chooseParts(threads: readonly RatedThread[]): BriefParts {
  const used: RatedSentence[] = [];
  const take = (candidates: readonly RatedSentence[], count: number, into: RatedSentence[]) => {
    for (const candidate of candidates) {
      if (into.length >= count) return;
      if (used.some((other) => isSimilar(other, candidate))) continue;
      used.push(candidate);
      into.push(candidate);
    }
  };
  const objections: RatedSentence[] = [];
  const replies = threads.flatMap(({ sentences, main }) =>
    sentences.flatMap((first, index) => {
      if (first.document === main || first.at !== 0) return [];
      // A short objection needs the reason that follows it.
      const next = sentences[index + 1];
      const isShort = first.sentence.length < SHORT_OBJECTION && next?.document === first.document;
      return [isShort ? { ...first, sentence: `${first.sentence} ${next.sentence}` } : first];
    }),
  );
  take(
    replies
      .filter(
        ({ sentence, document }) =>
          OBJECTS.test(sentence) && isInformative(sentence) && (document.score ?? 0) > 0,
      )
      .toSorted((a, b) => (b.document.score ?? 0) - (a.document.score ?? 0)),
    OBJECTIONS_MAX,
    objections,
  );
  const points: RatedSentence[] = [];
  // Tags name a topic as well as titles do.
  const chosen = threads.map((thread) =>
    chooseSentences({ ...thread, headShare: thread.titleShare }, { own: 3, replies: 2 }),
  );
  const rounds = Math.max(0, ...chosen.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1) {
    const next = chosen.map((sentences) => sentences[round]).filter((sentence) => sentence !== undefined);
    take(next, POINTS_MAX, points);
  }
  const questions: RatedSentence[] = [];
  take(
    threads
      .flatMap(({ sentences }) => sentences)
      .filter(
        ({ sentence, own, at }) =>
          at >= 0 && own > 0 && sentence.endsWith("?") && sentence.length >= QUESTION_LENGTH_MIN,
      )
      .toSorted((a, b) => b.own - a.own),
    QUESTIONS_MAX,
    questions,
  );
  return { points, objections, questions };
}

function isSimilar(a: RatedSentence, b: RatedSentence): boolean {
  return computeSimilarity(new Set(toKeys(a.sentence)), new Set(toKeys(b.sentence))) > SIMILARITY_MAX;
}
