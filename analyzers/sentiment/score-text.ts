import { analyzeWords } from "./analyze-words.ts";
import { computeProbabilities, shrinkToUniform } from "./polarity.ts";
import type { Evidence } from "./score-sentence.ts";

export type TextScore = ReturnType<typeof scoreText>;

export interface Driver {
  /** The first occurrence, on one line and shortened if it is too long. */
  readonly quote: string;
  readonly value: number;
  readonly key: string;
}

/** A constant weight that pulls every text's score toward neutral. */
const NEUTRAL_WEIGHT = 1.2;
const NEUTRAL_WEIGHT_PER_WORD = 0.06;
/**
 * Words past this limit pull the score toward neutral twice as strongly, because a single expression shouldn't set the
 * sentiment of a whole page.
 */
const HEADLINE_WORDS_MAX = 20;
const QUOTE_LENGTH_MAX = 90;
/** Up to this share of known words, text gets the minimum trust. */
const KNOWN_SHARE_UNTRUSTED = 0.25;
/** At this share of known words or more, text gets full trust. */
const KNOWN_SHARE_TRUSTED = 0.45;
const TRUST_MIN = 0.1;

/**
 * Scores the sentiment of English text, from -1 (negative) to 1 (positive). `getWeight`: the weight of a sentence by
 * its index. `drivers`: each expression's total contribution, strongest first. `knownShare`: the share of the text's
 * words that are in our lists. `trust`: how reliable the score is, from 0 to 1; low if the text doesn't seem to be
 * English.
 */
export function scoreText(text: string, getWeight: (index: number) => number = () => 1) {
  const { readable, sentences, wordCount, knownCount } = analyzeWords(text);
  const driversByKey = new Map<string, { evidence: Evidence; values: number[] }>();
  for (const [index, sentence] of sentences.entries()) {
    const weight = getWeight(index);
    for (const evidence of sentence.evidence) {
      const key = `${evidence.value > 0 ? "+" : "-"}${evidence.key}`;
      const driver = driversByKey.get(key) ?? { evidence, values: [] };
      driver.values.push(evidence.value * weight);
      driversByKey.set(key, driver);
    }
  }
  const drivers = [...driversByKey.values()]
    .map(({ evidence, values }) => ({
      quote: getQuote(readable, evidence),
      value: sumWithDecay(values),
      key: evidence.key,
    }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const knownShare = wordCount === 0 ? 0 : knownCount / wordCount;
  const trust = computeTrust(wordCount, knownCount, drivers.length);
  const score = computeScore(drivers, wordCount) * trust;
  const probabilities = shrinkToUniform(computeProbabilities(score), trust);
  return { score, probabilities, drivers, wordCount, knownShare, trust };
}

/** Positive minus negative evidence, relative to all evidence plus the neutral weight. */
export function computeScore(drivers: readonly Driver[], wordCount: number): number {
  const balance = drivers.reduce((sum, { value }) => sum + value, 0);
  const evidenceWeight = drivers.reduce((sum, { value }) => sum + Math.abs(value), 0);
  const extraWordCount = Math.max(0, wordCount - HEADLINE_WORDS_MAX);
  return balance / (evidenceWeight + NEUTRAL_WEIGHT + NEUTRAL_WEIGHT_PER_WORD * (wordCount + extraWordCount));
}

/** Repetitions count 1/2, 1/3, …, so a thousand of them count only 2.5 times as much as ten. */
function sumWithDecay(values: readonly number[]): number {
  return values
    .toSorted((a, b) => Math.abs(b) - Math.abs(a))
    .reduce((sum, value, index) => sum + value / (index + 1), 0);
}

function computeTrust(wordCount: number, knownCount: number, driverCount: number): number {
  if (wordCount === 0) return driverCount > 0 ? 1 : 0;
  if (wordCount < 4) return knownCount > 0 ? 1 : TRUST_MIN;
  const excess = knownCount / wordCount - KNOWN_SHARE_UNTRUSTED;
  return Math.min(1, Math.max(TRUST_MIN, excess / (KNOWN_SHARE_TRUSTED - KNOWN_SHARE_UNTRUSTED)));
}

function getQuote(text: string, { start, end }: Evidence): string {
  const line = text
    .slice(start, Math.min(end, start + QUOTE_LENGTH_MAX))
    .replaceAll(/\s+/g, " ")
    .trim();
  return end - start > QUOTE_LENGTH_MAX ? `${line.replace(/[\ud800-\udbff]$/, "")}…` : line;
}
