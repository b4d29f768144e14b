import { computeProbabilities, type Probabilities, temper } from "./mood.ts";
import { readText } from "./read-text.ts";
import type { Evidence } from "./weigh-sentence.ts";

/** A text's sentiment and the evidence for it. */
export interface Judgement {
  /** From -1 (negative) to 1 (positive). */
  readonly score: number;
  readonly probabilities: Probabilities;
  /** Each expression's total contribution, strongest first. */
  readonly drivers: readonly Driver[];
  readonly words: number;
  /** The share of words in our lists, from 0 to 1; 0 for an empty text. */
  readonly knownShare: number;
  /** How reliable the score is given the language, from 0 to 1. */
  readonly trust: number;
}

export interface Driver {
  /** The first occurrence as written, on one line. */
  readonly quote: string;
  readonly value: number;
  readonly key: string;
}

/** Neutral weight in the score: a base amount and an amount per word. */
const NEUTRAL_WEIGHT = 1.2;
const NEUTRAL_WEIGHT_PER_WORD = 0.06;
/** Words beyond this count double, because one judgement doesn't set the mood of a whole page. */
const HEADLINE_WORDS = 20;
const QUOTE_MAX = 90;
/** Below the first share of known words a text counts as not understood; above the second, as fully understood. */
const SHARE_STRANGE = 0.25;
const SHARE_KNOWN = 0.45;
const LEAST_TRUST = 0.1;

/** Judges an English text. `weightOf` can give sentences different weights, based on their terms (1 is the default). */
export function judgeText(
  text: string,
  weigh: (terms: ReadonlySet<string>, index: number) => number = () => 1,
): Judgement {
  const { readable, sentences, words, known } = readText(text);
  const found = new Map<string, { evidence: Evidence; values: number[] }>();
  for (const [index, sentence] of sentences.entries()) {
    const weight = weigh(sentence.terms, index);
    for (const evidence of sentence.evidence) {
      const key = `${evidence.value > 0 ? "+" : "-"}${evidence.key}`;
      const same = found.get(key) ?? { evidence, values: [] };
      same.values.push(evidence.value * weight);
      found.set(key, same);
    }
  }
  const drivers = [...found.values()]
    .map(({ evidence, values }) => ({
      quote: getQuote(readable, evidence),
      value: fading(values),
      key: evidence.key,
    }))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const knownShare = words === 0 ? 0 : known / words;
  const trust = computeTrust(words, known, drivers.length);
  const score = computeScore(drivers, words) * trust;
  return {
    score,
    probabilities: temper(computeProbabilities(score), trust),
    drivers,
    words,
    knownShare,
    trust,
  };
}

/** The balance of positive and negative evidence, relative to all evidence plus the neutral weight. */
export function computeScore(drivers: readonly Driver[], words: number): number {
  let balance = 0;
  let evidenceWeight = 0;
  for (const { value } of drivers) {
    balance += value;
    evidenceWeight += Math.abs(value);
  }
  const beyond = Math.max(0, words - HEADLINE_WORDS);
  return balance / (evidenceWeight + NEUTRAL_WEIGHT + NEUTRAL_WEIGHT_PER_WORD * (words + beyond));
}

/**
 * Repetitions count 1/2, 1/3, …, so a word repeated a thousand times counts little more than one repeated ten times.
 */
function fading(values: readonly number[]): number {
  return values
    .toSorted((a, b) => Math.abs(b) - Math.abs(a))
    .reduce((sum, value, index) => sum + value / (index + 1), 0);
}

function computeTrust(words: number, known: number, drivers: number): number {
  if (words === 0) return drivers > 0 ? 1 : 0;
  if (words < 4) return known > 0 ? 1 : LEAST_TRUST;
  return Math.min(1, Math.max(LEAST_TRUST, (known / words - SHARE_STRANGE) / (SHARE_KNOWN - SHARE_STRANGE)));
}

function getQuote(text: string, { start, end }: Evidence): string {
  const line = text
    .slice(start, Math.min(end, start + QUOTE_MAX))
    .replaceAll(/\s+/g, " ")
    .trim();
  return end - start > QUOTE_MAX ? `${line.replace(/[\ud800-\udbff]$/, "")}…` : line;
}
