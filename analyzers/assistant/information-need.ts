import type { QueryConcept } from "../relevance/parse-query.ts";
import { createRater, type Rarity, type RatedThread, toDocument } from "../relevance/rate.ts";
import { type Aspect, findAspects, rateAspect } from "./aspects.ts";
import type { SourcedQuestion } from "./find-sources.ts";

/** What a question asks for, apart from its topic. "Who pays, and how often?" has two parts. */
export type InformationNeed = ReturnType<typeof createInformationNeed>;

const COVERAGE_MIN = 0.45;
const ASPECT_RATING_MIN = 0.2;
const FIT_MIN = 0.45;
const NEXT_SENTENCE_SHARE = 0.5;
const PARTS_MAX = 3;
const PART_BREAK =
  /[;?!]\s*(?:and |or |but )?|,\s{0,9}(?:and |or |but )?(?=(?:who|what|when|where|why|how|which|is|are|do|does|can|should)\b)|(?<!\s)\s+and (?=(?:who|what|when|where|why|how|which)\b)/i;

/**
 * Parses a question about the topic. Words that name the topic don't count. `hasSubject`: whether the first part of the
 * question names anything besides the topic and the aspects.
 */
export function createInformationNeed(text: string, topic: SourcedQuestion, rarity: Rarity) {
  const topicNames = new Set(topic.rater.concepts.map(({ name }) => name));
  const parsedParts = text
    .split(PART_BREAK)
    .filter((part) => part.trim() !== "")
    .slice(0, PARTS_MAX)
    .map((part) => {
      const { aspects, rest } = findAspects(part);
      const concepts = createRater(rest, rarity).concepts.filter(({ name }) => !topicNames.has(name));
      return { aspects, concepts, hasSubject: concepts.some(({ isMinor }) => !isMinor) };
    });
  const aspects = parsedParts.flatMap((part) => part.aspects);
  return {
    parts: parsedParts.map(({ aspects, concepts, hasSubject }) =>
      createPart(aspects, concepts, hasSubject, rarity),
    ),
    aspects,
    // A later part, such as "when might that happen?", is about the subject of the first.
    hasSubject: parsedParts[0]?.hasSubject === true,
    wantsNumbers: aspects.some(({ wantsNumbers }) => wantsNumbers),
  };
}

function createPart(
  aspects: readonly Aspect[],
  concepts: readonly QueryConcept[],
  hasSubject: boolean,
  rarity: Rarity,
) {
  const rater = createRater(concepts.map(({ name }) => name).join(" . "), rarity);
  return {
    /** Rates a sentence from 0 (doesn't answer this part) to about 1.5. `coverage` comes from `measureCoverage`. */
    rate(sentence: string, coverage: number): number {
      const aspectRating = aspects.reduce((most, each) => Math.max(most, rateAspect(each, sentence)), 0);
      if (concepts.length === 0) return aspectRating >= ASPECT_RATING_MIN ? aspectRating : 0;
      if (hasSubject) return coverage >= COVERAGE_MIN ? coverage + 0.4 * aspectRating : 0;
      const fit = 0.6 * coverage + 0.6 * aspectRating;
      return fit >= FIT_MIN ? fit : 0;
    },
    /** How much of what this part names is in the text, from 0 to 1. */
    measureCoverage: (text: string): number =>
      concepts.length === 0 ? 0 : (rater.rate(toDocument(text)).sentences[0]?.ownShare ?? 0),
    /** The result of `measureCoverage` for each sentence of a thread. */
    measureCoverages: ({ main, comments }: RatedThread): readonly number[] =>
      rater.rate(main, comments).sentences.map(({ ownShare }) => ownShare),
  };
}

/** How well a sentence answers the need: its highest rating for any part. */
export const rateSentence = ({ parts }: InformationNeed, sentence: string, context = "") =>
  Math.max(0, ...parts.map((part) => part.rate(sentence, part.measureCoverage(`${context} ${sentence}`))));

/** Rates each sentence of a thread for each part of the need. `canQuote`: whether a sentence can still be quoted. */
export function rateSentences(
  { parts }: InformationNeed,
  thread: RatedThread,
  canQuote: (sentence: string) => boolean = () => true,
): number[][] {
  const { sentences } = thread;
  const coverages = parts.map((part) => part.measureCoverages(thread));
  const fits = sentences.map(({ sentence, at }, index) =>
    parts.map((part, partIndex) => (at < 0 ? 0 : part.rate(sentence, coverages[partIndex]?.[index] ?? 0))),
  );
  // The sentence after an answer often explains it, so it can be quoted if the answer itself can't be, for example
  // because it already was.
  return fits.map((sentenceFits, index) => {
    const previous = sentences[index - 1];
    const followsUnquotable =
      previous !== undefined &&
      previous.document === sentences[index]?.document &&
      !canQuote(previous.sentence);
    return followsUnquotable
      ? sentenceFits.map((fit, partIndex) =>
          Math.max(fit, NEXT_SENTENCE_SHARE * (fits[index - 1]?.[partIndex] ?? 0)),
        )
      : sentenceFits;
  });
}
