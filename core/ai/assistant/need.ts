import type { SiteDocument } from "#core/ai/analysis.ts";
import type { QueryConcept } from "#core/ai/relevance/parse-query.ts";
import { createRater, type Rarity, type RatedThread } from "#core/ai/relevance/rate.ts";
import { type Aspect, findAspects, rateAspect } from "./aspects.ts";
import type { Reading } from "./read-question.ts";

/** What a follow-up wants to know about the topic. */
export interface Need {
  /** "Who pays, and how often?" has two. */
  readonly parts: readonly NeedPart[];
  readonly aspects: readonly Aspect[];
  /** Whether it names something besides the topic and the aspects. */
  readonly hasSubject: boolean;
  readonly wantsNumbers: boolean;
}

interface NeedPart {
  /** From 0 to about 1.4. 0 if the sentence doesn't answer it. `share`: how much of what it names is in the sentence. */
  rate(sentence: string, share: number): number;
  /** The share of what it names in a text, and in each sentence of a thread. */
  share(text: string): number;
  shares(main: SiteDocument, replies: readonly SiteDocument[]): readonly number[];
}

const SHARE_MIN = 0.45;
const ASPECT_MIN = 0.2;
const FIT_MIN = 0.45;
const NEXT_SHARE = 0.5;
const PARTS_MAX = 3;
const PART_BREAK =
  /[;?!]\s*(?:and |or |but )?|,\s*(?:and |or |but )?(?=(?:who|what|when|where|why|how|which|is|are|do|does|can|should)\b)|\s+and (?=(?:who|what|when|where|why|how|which)\b)/i;

/** The need of a question about the topic. Words that the topic has too don't count. */
export function createNeed(text: string, topic: Reading, rarity: Rarity): Need {
  const known = new Set(topic.rater.concepts.map(({ name }) => name));
  const read = text
    .split(PART_BREAK)
    .filter((part) => part.trim() !== "")
    .slice(0, PARTS_MAX)
    .map((part) => {
      const { aspects, rest } = findAspects(part);
      const named = createRater(rest, rarity).concepts.filter(({ name }) => !known.has(name));
      return { aspects, named, hasSubject: named.some(({ isMinor }) => !isMinor) };
    });
  const aspects = read.flatMap((part) => part.aspects);
  return {
    parts: read.map((part) => createPart(part, rarity)),
    aspects,
    hasSubject: read.every((part) => part.hasSubject) && read.length > 0,
    wantsNumbers: aspects.some(({ wantsNumbers }) => wantsNumbers),
  };
}

function createPart(
  {
    aspects,
    named,
    hasSubject,
  }: {
    readonly aspects: readonly Aspect[];
    readonly named: readonly QueryConcept[];
    readonly hasSubject: boolean;
  },
  rarity: Rarity,
): NeedPart {
  const rater = createRater(named.map(({ name }) => name).join(" . "), rarity);
  return {
    rate(sentence, share) {
      const aspect = aspects.reduce((most, each) => Math.max(most, rateAspect(each, sentence)), 0);
      if (named.length === 0) return aspect >= ASPECT_MIN ? aspect : 0;
      if (hasSubject) return share >= SHARE_MIN ? share + 0.4 * aspect : 0;
      const fit = 0.6 * share + 0.6 * aspect;
      return fit >= FIT_MIN ? fit : 0;
    },
    share: (sentence) => (named.length === 0 ? 0 : (rater.rate(toDocument(sentence)).sentences[0]?.own ?? 0)),
    shares: (main, replies) => rater.rate(main, replies).sentences.map(({ own }) => own),
  };
}

/** How well a sentence answers the need, as in `NeedPart.rate`. */
export const rateText = ({ parts }: Need, sentence: string, context = "") =>
  Math.max(0, ...parts.map((part) => part.rate(sentence, part.share(`${context} ${sentence}`))));

/** How well each sentence of a thread answers each part. */
export function rateSentences(
  { parts }: Need,
  { main, replies, sentences }: RatedThread,
  canQuote: (sentence: string) => boolean = () => true,
): number[][] {
  const shares = parts.map((part) => part.shares(main, replies));
  const fits = sentences.map(({ sentence, at }, index) =>
    parts.map((part, number) => (at < 0 ? 0 : part.rate(sentence, shares[number]?.[index] ?? 0))),
  );
  // What follows an answer often explains it, and is all that is left if the answer can't be quoted again.
  return fits.map((own, index) => {
    const previous = sentences[index - 1];
    const isNext =
      previous !== undefined &&
      previous.document === sentences[index]?.document &&
      !canQuote(previous.sentence);
    return isNext ? own.map((fit, at) => Math.max(fit, NEXT_SHARE * (fits[index - 1]?.[at] ?? 0))) : own;
  });
}

const toDocument = (title: string): SiteDocument => ({
  kind: "article",
  path: "",
  title,
  text: "",
  date: "",
  attribution: "",
  isSample: false,
});
