import type { SiteDocument } from "#core/ai/analysis.ts";
import { type Concept, mentionsConcept, toStemLine } from "./concepts.ts";
import { memoizeByText } from "./memoize-text.ts";
import { cutSentence, extractSentences, oneLine } from "./sentences.ts";
import { toStem, toWords } from "./words.ts";

/** A sentence from a document and how well it matches the question. */
export interface Passage {
  readonly document: SiteDocument;
  /** Index of the sentence; -1 for the title. */
  readonly at: number;
  readonly sentence: string;
  readonly stems: ReadonlySet<string>;
  /** Non-negative. */
  readonly score: number;
  /** The share of the question that the sentence or its title covers, from 0 to 1. Rare words count more. */
  readonly coverage: number;
  /** Whether the sentence itself matches, not just its title. */
  readonly hasOwnMatch: boolean;
}

/** Limits on documents, and on characters and sentences in each. */
const DOCUMENTS_MAX = 60;
const TEXT_MAX = 20_000;
const SENTENCES_MAX = 150;
const CACHED_TEXTS = 150;
/** BM25 parameters: term saturation and length normalization. */
const K1 = 1.2;
const B = 0.4;
/** Weight of a match in the title only: a text's sentences are about its title without repeating it. */
const TITLE_SHARE = 0.5;

/**
 * Sentences that match the question, by a BM25-style score: rare concepts count more, long sentences less, and
 * title-only matches half. Best first; ties keep the documents' order.
 */
export function rankPassages(concepts: readonly Concept[], documents: readonly SiteDocument[]): Passage[] {
  const sentences = splitDocuments(documents);
  const matches = sentences.map(({ line }) => concepts.map((concept) => mentionsConcept(line, concept)));
  const weights = concepts.map((_, at) => {
    const count = matches.filter((match) => match[at]).length;
    return Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5));
  });
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  const usual = sentences.reduce((sum, { stems }) => sum + stems.size, 0) / Math.max(1, sentences.length);

  const passages: Passage[] = [];
  for (const [place, { line: _, titleLine, ...sentence }] of sentences.entries()) {
    const inTitle = concepts.map((concept) => mentionsConcept(titleLine, concept));
    const inSentence = matches[place] ?? [];
    if (!inSentence.some(Boolean) && !inTitle.some(Boolean)) continue;
    const fit = 1 - B + (B * sentence.stems.size) / usual;
    let score = 0;
    let covered = 0;
    for (const [at, weight] of weights.entries()) {
      if (inSentence[at]) score += (weight * (K1 + 1)) / (1 + K1 * fit);
      else if (inTitle[at]) score += TITLE_SHARE * weight;
      if (inSentence[at] || inTitle[at]) covered += weight;
    }
    const hasOwnMatch = inSentence.some(Boolean);
    passages.push({
      ...sentence,
      score,
      hasOwnMatch,
      coverage: totalWeight === 0 ? 0 : covered / totalWeight,
    });
  }
  return passages.toSorted((one, other) => other.score - one.score);
}

/** Every sentence and title with equal scores, for requests without a topic. */
export function allPassages(documents: readonly SiteDocument[]): Passage[] {
  return splitDocuments(documents).map(({ line: _, titleLine: __, ...sentence }) => ({
    ...sentence,
    score: 1,
    coverage: 1,
    hasOwnMatch: true,
  }));
}

function splitDocuments(documents: readonly SiteDocument[]) {
  return documents.slice(0, DOCUMENTS_MAX).flatMap(splitDocument);
}

function splitDocument(document: SiteDocument) {
  const title = readSentence(cutSentence(oneLine(document.title)));
  const { line: titleLine } = title;
  const sentences = readSentences(document.text.slice(0, TEXT_MAX));
  return [
    { document, at: -1, ...title, titleLine },
    ...sentences.map((sentence, at) => ({ document, at, ...sentence, titleLine })),
  ];
}

const readSentences = memoizeByText(
  (text: string) => extractSentences(text, SENTENCES_MAX).map(readSentence),
  CACHED_TEXTS,
);

function readSentence(sentence: string) {
  return { sentence, stems: new Set(toWords(sentence).map(toStem)), line: toStemLine(sentence) };
}

/** The Jaccard similarity of two sentences' stems, from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((stem) => other.has(stem)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

/** The first `count` passages without near-duplicates. `share` is the highest allowed similarity. */
export function pickDifferent(
  passages: readonly Passage[],
  count: number,
  share = 0.5,
  perDocument = 2,
): Passage[] {
  const picked: Passage[] = [];
  const used = new Map<string, number>();
  for (const passage of passages) {
    if (picked.length === count) break;
    const ofDocument = used.get(passage.document.path) ?? 0;
    if (ofDocument >= perDocument) continue;
    if (picked.some((other) => likeness(passage.stems, other.stems) > share)) continue;
    picked.push(passage);
    used.set(passage.document.path, ofDocument + 1);
  }
  return picked;
}
