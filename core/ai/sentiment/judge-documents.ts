import type { SiteDocument } from "../analysis.ts";
import { type Judgement, judgeText } from "./judge-text.ts";
import { computeProbabilities, likeliest, MOODS, type Mood, type Probabilities } from "./mood.ts";
import { readText } from "./read-text.ts";
import { computeTopicShare, type Topic } from "./topic.ts";

export interface JudgedDocument {
  readonly document: SiteDocument;
  readonly judgement: Judgement;
  readonly mood: Mood;
  /** Its weight in the topic's sentiment, relative to the highest. */
  readonly weight: number;
}

export interface TopicMood {
  readonly probabilities: Probabilities;
  /** The weighted mean of the documents' scores. */
  readonly score: number;
  /** Highest weight first. */
  readonly documents: readonly JudgedDocument[];
}

const DOCUMENTS_MAX = 24;
const TEXT_MAX = 6_000;
/** A document a week older than the newest counts half. */
const HALF_LIFE_DAYS = 7;
const LEAST_RECENT = 0.05;
/** Weight of a document with only some of the topic's terms; those with none are excluded. */
const BESIDE_TOPIC = 0.6;
const TITLE_WEIGHT = 2;
const ASIDE_WEIGHT = 0.25;
const DAY = 86_400_000;
/** The prior variance between documents on a topic: the uncertainty a single document leaves. */
const PRIOR_VARIANCE = 0.25;
/** Nodes and weights of a three-point Gauss-Hermite quadrature. */
const POINTS = [
  [-Math.sqrt(3), 1 / 6],
  [0, 2 / 3],
  [Math.sqrt(3), 1 / 6],
] as const;

/** The sentiment of a topic in the site's documents; null if none of them says anything about it. */
export function judgeDocuments(topic: Topic, given: readonly SiteDocument[]): TopicMood | null {
  const different = withoutRepeats(given).slice(0, DOCUMENTS_MAX);
  const newest = Math.max(...different.map(({ date }) => parseTime(date) ?? Number.NEGATIVE_INFINITY));
  const byAuthor = new Map<string, number>();
  for (const { kind, by } of different) {
    if (kind === "post") byAuthor.set(by, (byAuthor.get(by) ?? 0) + 1);
  }
  const judged = different.map((document) => {
    const { judgement, share } = judgeDocument(topic, document);
    const authors = document.kind === "post" ? (byAuthor.get(document.by) ?? 1) : 1;
    const relevance = share === 1 ? 1 : share * BESIDE_TOPIC;
    const weight = (computeRecency(document.date, newest) * judgement.trust * relevance) / Math.sqrt(authors);
    return { document, judgement, mood: likeliest(judgement.probabilities), weight };
  });
  const heaviest = Math.max(0, ...judged.map(({ weight }) => weight));
  if (heaviest === 0) return null;
  const documents = judged
    .filter(({ weight }) => weight > 0)
    .map((one) => ({ ...one, weight: one.weight / heaviest }))
    .sort((a, b) => b.weight - a.weight);
  return { ...average(documents), documents };
}

/** The weighted mean score, and the class probabilities averaged over its uncertainty. */
function average(documents: readonly JudgedDocument[]): { score: number; probabilities: Probabilities } {
  const sum = (of: (one: JudgedDocument) => number) => documents.reduce((total, one) => total + of(one), 0);
  const weights = sum(({ weight }) => weight);
  const score = sum(({ weight, judgement }) => weight * judgement.score) / weights;
  const spread = sum(({ weight, judgement }) => weight * (judgement.score - score) ** 2);
  const variance = (spread + PRIOR_VARIANCE) / (weights + 1);
  const effective = weights ** 2 / sum(({ weight }) => weight ** 2);
  const error = Math.sqrt(variance / effective);
  const probabilities = { Positive: 0, Neutral: 0, Negative: 0 };
  for (const [point, share] of POINTS) {
    const there = computeProbabilities(score + point * error);
    for (const mood of MOODS) probabilities[mood] += share * there[mood];
  }
  return { score, probabilities };
}

/**
 * The title counts double, and sentences off the topic count less. `share` is the share of the topic's terms in the
 * document.
 */
function judgeDocument(topic: Topic, { title, text }: SiteDocument): { judgement: Judgement; share: number } {
  const body = text.slice(0, TEXT_MAX);
  const fullText = body.startsWith(title) ? body : `${title}\n${body}`;
  const share = computeTopicShare(topic, readText(fullText).terms);
  const judgement = judgeText(fullText, (terms, index) => {
    const weight = share === 0 || computeTopicShare(topic, terms) > 0 ? 1 : ASIDE_WEIGHT;
    return index === 0 ? weight * TITLE_WEIGHT : weight;
  });
  return { judgement, share };
}

/** Documents with the same title count as one story; the newest is used. */
function withoutRepeats(documents: readonly SiteDocument[]): SiteDocument[] {
  const newestFirst = documents.toSorted(
    (a, b) => (parseTime(b.date) ?? 0) - (parseTime(a.date) ?? 0) || (a.path < b.path ? -1 : 1),
  );
  const seen = new Set<string>();
  return newestFirst.filter(({ title, text }) => {
    if (`${title}${text}`.trim() === "") return false;
    const key =
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim() || text.slice(0, 200);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function computeRecency(date: string, newest: number): number {
  const time = parseTime(date);
  if (time === null) return LEAST_RECENT;
  return Math.max(LEAST_RECENT, 2 ** ((time - newest) / DAY / HALF_LIFE_DAYS));
}

function parseTime(date: string): number | null {
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
