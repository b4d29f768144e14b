import type { Passage } from "../text/passages.ts";

interface Figure {
  readonly value: number;
  /** "$", "€", "%", "btc", "qubit": only figures with the same unit are compared. */
  readonly unit: string;
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const FIGURE = new RegExp(
  String.raw`([$€£])\s?(${NUMBER})(?:\s?(thousand|million|billion|trillion|bn|[kmb])\b)?|(?<![\p{L}\d.,])(${NUMBER})\s?(?:(%|per ?cent\b)|(?:(thousand|million|billion|trillion)\s)?(btc|eth|bnb|sol|usd|dollars?|eur|euros?|coins?|tokens?|qubits?|validators?|users?|addresses|transactions?|days?|hours?|minutes?|seconds?|weeks?|months?|years?|people|jobs|models?|parameters|blocks?|nodes?|wallets?)\b)`,
  "giu",
);
const CURRENCY_SIGNS: Readonly<Record<string, string>> = { usd: "$", dollar: "$", eur: "€", euro: "€" };
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

/** The numbers in a sentence that have a unit, at most eight. */
function findFigures(sentence: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of sentence.matchAll(FIGURE)) {
    if (figures.length === 8) break;
    const [, sign, money, moneyScale, number, percent, scale, noun = ""] = match;
    const value =
      Number((money ?? number ?? "").replaceAll(",", "")) *
      (SCALES[(moneyScale ?? scale ?? "").toLowerCase()] ?? 1);
    const unit = sign ?? (percent === undefined ? noun.toLowerCase().replace(/s$/, "") : "%");
    figures.push({ value, unit: CURRENCY_SIGNS[unit] ?? unit });
  }
  return figures;
}

const COMPARED_SENTENCES_MAX = 80;
const SHARED_STEMS_MIN = 4;
const SIMILARITY_MIN = 0.5;

/** Pairs of similar sentences with different numbers, from different articles. */
export function findDifferences(passages: readonly Passage[], limit: number) {
  const candidates = passages
    .filter(({ document }) => document.kind === "article")
    .map((passage) => ({
      passage,
      figures: findFigures(passage.sentence),
      context: new Set([...passage.stems].filter((stem) => !/^\d/.test(stem))),
    }))
    .filter(({ figures }) => figures.length > 0)
    .slice(0, COMPARED_SENTENCES_MAX);
  const differences: (readonly [Passage, Passage])[] = [];
  const usedPassages = new Set<Passage>();
  for (const [index, candidate] of candidates.entries()) {
    for (const other of candidates.slice(index + 1)) {
      if (differences.length === limit) return differences;
      if (usedPassages.has(candidate.passage) || usedPassages.has(other.passage)) continue;
      if (candidate.passage.document.path === other.passage.document.path) continue;
      const sharedCount = [...candidate.context].filter((stem) => other.context.has(stem)).length;
      const unionSize = candidate.context.size + other.context.size - sharedCount;
      if (sharedCount < SHARED_STEMS_MIN || sharedCount / unionSize < SIMILARITY_MIN) continue;
      if (!haveDifferentValues(candidate.figures, other.figures)) continue;
      differences.push([candidate.passage, other.passage]);
      usedPassages.add(candidate.passage).add(other.passage);
    }
  }
  return differences;
}

function haveDifferentValues(a: readonly Figure[], b: readonly Figure[]): boolean {
  const units = new Set(a.map(({ unit }) => unit).filter((unit) => b.some((figure) => figure.unit === unit)));
  return [...units].some((unit) => {
    const values = a.filter((figure) => figure.unit === unit).map(({ value }) => value);
    const otherValues = b.filter((figure) => figure.unit === unit).map(({ value }) => value);
    // Values within 1% of each other count as equal, because reports round differently.
    const isNearlyEqual = (value: number, other: number) =>
      Math.abs(value - other) <= 0.01 * Math.max(value, other);
    return !values.some((value) => otherValues.some((other) => isNearlyEqual(value, other)));
  });
}
