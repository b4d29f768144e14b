import type { Passage } from "#core/ai/text/rank-passages.ts";

/** A number and its unit. */
export interface Figure {
  readonly value: number;
  /** "$", "%", "btc", "qubit": only figures with the same unit are compared. */
  readonly unit: string;
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const FIGURE = new RegExp(
  String.raw`([$€£])\s?(${NUMBER})(?:\s?(thousand|million|billion|trillion|bn|[kmb])\b)?|(?<![\p{L}\d.,])(${NUMBER})\s?(?:(%|per ?cent\b)|(?:(thousand|million|billion|trillion)\s)?(btc|eth|bnb|sol|usd|dollars?|euros?|coins?|tokens?|qubits?|validators?|users?|addresses|transactions?|days?|hours?|minutes?|seconds?|weeks?|months?|years?|people|jobs|models?|parameters|blocks?|nodes?|wallets?)\b)`,
  "giu",
);
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  k: 1e3,
  million: 1e6,
  m: 1e6,
  billion: 1e9,
  bn: 1e9,
  b: 1e9,
  trillion: 1e12,
};

/** The figures in a sentence, at most eight. */
export function findFigures(sentence: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of sentence.matchAll(FIGURE)) {
    if (figures.length === 8) break;
    const [, sign, money, moneyScale, number, percent, scale, noun = ""] = match;
    const value =
      Number((money ?? number ?? "").replaceAll(",", "")) *
      (SCALES[(moneyScale ?? scale ?? "").toLowerCase()] ?? 1);
    const unit = sign ?? (percent === undefined ? noun.toLowerCase().replace(/s$/, "") : "%");
    figures.push({ value, unit: unit === "usd" || unit === "dollar" ? "$" : unit });
  }
  return figures;
}

const COMPARED_MAX = 80;
const SHARED_MIN = 4;
const LIKENESS_MIN = 0.5;

/**
 * Pairs of similar sentences from different articles with different figures. Rounding doesn't count as a difference.
 */
export function findDifferences(passages: readonly Passage[], most: number): (readonly [Passage, Passage])[] {
  const compared = passages
    .filter(({ document }) => document.kind === "article")
    .map((passage) => ({
      passage,
      figures: findFigures(passage.sentence),
      context: getContext(passage.stems),
    }))
    .filter(({ figures }) => figures.length > 0)
    .slice(0, COMPARED_MAX);
  const found: (readonly [Passage, Passage])[] = [];
  const used = new Set<Passage>();
  for (const [at, one] of compared.entries()) {
    for (const other of compared.slice(at + 1)) {
      if (found.length === most) return found;
      if (used.has(one.passage) || used.has(other.passage)) continue;
      if (one.passage.document.path === other.passage.document.path) continue;
      const shared = [...one.context].filter((stem) => other.context.has(stem)).length;
      const union = one.context.size + other.context.size - shared;
      if (shared < SHARED_MIN || shared / union < LIKENESS_MIN || !differ(one.figures, other.figures))
        continue;
      found.push([one.passage, other.passage]);
      used.add(one.passage).add(other.passage);
    }
  }
  return found;
}

/** What the sentence is about, without its numbers. */
function getContext(stems: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((stem) => !/^\d/.test(stem)));
}

function differ(one: readonly Figure[], other: readonly Figure[]): boolean {
  const units = new Set(
    one.map(({ unit }) => unit).filter((unit) => other.some((figure) => figure.unit === unit)),
  );
  return [...units].some((unit) => {
    const values = one.filter((figure) => figure.unit === unit).map(({ value }) => value);
    const others = other.filter((figure) => figure.unit === unit).map(({ value }) => value);
    return !values.some((value) => others.some((another) => isAbout(value, another)));
  });
}

/** Within 1%, since reports round differently. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) <= 0.01 * Math.max(Math.abs(one), Math.abs(other));
}
