import type { SiteDocument } from "#core/ai/analysis.ts";
import { analyzeWords } from "./analyze-words.ts";
import { computeProbabilities, getMostLikely, POLARITIES, type Polarity } from "./polarity.ts";
import { type Driver, scoreText, type TextScore } from "./score-text.ts";
import { computeTopicShare, type Topic } from "./topic.ts";

export interface ScoredDocument {
  readonly document: SiteDocument;
  readonly textScore: TextScore;
  readonly drivers: readonly Driver[];
  readonly polarity: Polarity;
  /** The document's weight in the topic's sentiment, relative to the highest one. */
  readonly weight: number;
}

export type TopicSentiment = NonNullable<ReturnType<typeof scoreDocuments>>;

const DOCUMENTS_MAX = 24;
const BODY_LENGTH_MAX = 6_000;
/** A document a week older than the newest counts half as much. */
const HALF_LIFE_DAYS = 7;
const RECENCY_MIN = 0.05;
/** The minimum share of the topic's terms in a document: both of two, two of three, three of four. */
const TOPIC_SHARE_MIN = 0.6;
/** The factor for documents with most, but not all, of the topic's terms. */
const PARTIAL_TOPIC_FACTOR = 0.6;
/** If a document's title doesn't name the topic, at least this share of the sentences must mention it. */
const MENTIONS_SHARE_MIN = 0.15;
const TITLE_WEIGHT = 2;
const OFF_TOPIC_WEIGHT = 0.25;
const DAY_MS = 86_400_000;
/** The prior variance between documents, so that a single document doesn't look certain. */
const PRIOR_VARIANCE = 0.25;
/** Nodes and weights of a three-point Gauss-Hermite quadrature. */
const QUADRATURE = [
  [-Math.sqrt(3), 1 / 6],
  [0, 2 / 3],
  [Math.sqrt(3), 1 / 6],
] as const;

/**
 * Scores the sentiment of a topic in the site's documents. Returns null if no document is about the topic. `score`: the
 * weighted mean. `documents`: those about the topic, highest weight first.
 */
export function scoreDocuments(topic: Topic, siteDocuments: readonly SiteDocument[]) {
  const onTopicDocuments = sortAndDeduplicate(siteDocuments)
    .map((document) => ({ document, ...scoreDocument(topic, document) }))
    .filter(({ share }) => share > 0)
    .slice(0, DOCUMENTS_MAX);
  const newestTime = Math.max(
    ...onTopicDocuments.map(({ document }) => parseTime(document.date) ?? Number.NEGATIVE_INFINITY),
  );
  const postCountByAuthor = new Map<string, number>();
  for (const { document } of onTopicDocuments)
    if (document.kind === "post")
      postCountByAuthor.set(document.attribution, (postCountByAuthor.get(document.attribution) ?? 0) + 1);
  const scoredDocuments = onTopicDocuments.map(({ document, textScore, drivers, share }) => {
    const authorPostCount = document.kind === "post" ? (postCountByAuthor.get(document.attribution) ?? 1) : 1;
    const relevance = share === 1 ? 1 : share * PARTIAL_TOPIC_FACTOR;
    const weight =
      (computeRecency(document.date, newestTime) * textScore.trust * relevance) / Math.sqrt(authorPostCount);
    return { document, textScore, drivers, polarity: getMostLikely(textScore.probabilities), weight };
  });
  const maxWeight = Math.max(0, ...scoredDocuments.map(({ weight }) => weight));
  if (maxWeight === 0) return null;
  const documents: readonly ScoredDocument[] = scoredDocuments
    .filter(({ weight }) => weight > 0)
    .map((document) => ({ ...document, weight: document.weight / maxWeight }))
    .sort((a, b) => b.weight - a.weight);
  return { ...averageScores(documents), documents };
}

/** The weighted mean score, and the class probabilities averaged over its uncertainty. */
function averageScores(documents: readonly ScoredDocument[]) {
  const sum = (getValue: (document: ScoredDocument) => number) =>
    documents.reduce((total, document) => total + getValue(document), 0);
  const totalWeight = sum(({ weight }) => weight);
  const score = sum(({ weight, textScore }) => weight * textScore.score) / totalWeight;
  const spread = sum(({ weight, textScore }) => weight * (textScore.score - score) ** 2);
  const variance = (spread + PRIOR_VARIANCE) / (totalWeight + 1);
  const effectiveCount = totalWeight ** 2 / sum(({ weight }) => weight ** 2);
  const error = Math.sqrt(variance / effectiveCount);
  const probabilities = { Positive: 0, Neutral: 0, Negative: 0 };
  for (const [point, share] of QUADRATURE) {
    const shiftedProbabilities = computeProbabilities(score + point * error);
    for (const polarity of POLARITIES) probabilities[polarity] += share * shiftedProbabilities[polarity];
  }
  return { score, probabilities };
}

/**
 * Scores a document. The title counts double, and off-topic sentences count less. `share`: the share of the topic's
 * terms in the document; 0 if it isn't about the topic.
 */
function scoreDocument(topic: Topic, { title, text }: SiteDocument) {
  const body = text.slice(0, BODY_LENGTH_MAX);
  const fullText = body.startsWith(title) ? body : `${title}\n${body}`;
  const { terms: allTerms, sentences } = analyzeWords(fullText);
  const topicShare = computeTopicShare(topic, allTerms);
  const onTopicFlags = sentences.map(({ terms }) => topicShare > 0 && computeTopicShare(topic, terms) > 0);
  const mentionCount = onTopicFlags.filter(Boolean).length;
  const isAboutTopic = onTopicFlags[0] === true || mentionCount >= MENTIONS_SHARE_MIN * sentences.length;
  const share = isAboutTopic && topicShare >= TOPIC_SHARE_MIN ? topicShare : 0;
  const score = (offTopicWeight: number) =>
    scoreText(fullText, (index) => {
      const weight = onTopicFlags[index] === true ? 1 : offTopicWeight;
      return index === 0 ? weight * TITLE_WEIGHT : weight;
    });
  return { textScore: score(OFF_TOPIC_WEIGHT), drivers: score(0).drivers, share };
}

/** Sorts documents, newest first, and removes empty ones and those with the same title as a newer one. */
function sortAndDeduplicate(documents: readonly SiteDocument[]): SiteDocument[] {
  const newestFirst = documents.toSorted(
    (a, b) => (parseTime(b.date) ?? 0) - (parseTime(a.date) ?? 0) || (a.path < b.path ? -1 : 1),
  );
  const seenKeys = new Set<string>();
  return newestFirst.filter(({ title, text }) => {
    if (`${title}${text}`.trim() === "") return false;
    const key =
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim() || text.slice(0, 200);
    return !seenKeys.has(key) && seenKeys.add(key) !== undefined;
  });
}

function computeRecency(date: string, newestTime: number): number {
  const time = parseTime(date);
  if (time === null) return RECENCY_MIN;
  return Math.max(RECENCY_MIN, 2 ** ((time - newestTime) / DAY_MS / HALF_LIFE_DAYS));
}

function parseTime(date: string): number | null {
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
