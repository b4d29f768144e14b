import type { SiteDocument } from "#core/ai/analysis.ts";
import { type Concept, conceptsOf } from "#core/ai/text/concepts.ts";
import { type Passage, pickDifferent, rankPassages } from "#core/ai/text/rank-passages.ts";
import { isTelling, tellingness } from "#core/ai/text/telling.ts";
import { ASKING_WORDS, type Question } from "./read-question.ts";

const PASSAGES_MAX = 3;
/** How much of the question a sentence, with its title, has to speak of. */
const COVERAGE_MIN = 0.6;

const ANSWERING: Readonly<Partial<Record<Question["kind"], RegExp>>> = {
  definition: /^(?:\S+ ){0,4}(?:is|are|means|stands for)\b/i,
  why: /\b(?:because|since|so that|therefore|due to|reason|causes?|that is why)\b/i,
  how: /\b(?:by|first|then|when|works?|steps?|through)\b/i,
};

/** What the question asks about, for searching the documents. */
export function readConcepts(question: Question): Concept[] {
  return conceptsOf(question.text, question.terms, ASKING_WORDS);
}

export interface Found {
  readonly passages: readonly Passage[];
  /** The term that they speak of, where nothing speaks of all that is asked; null where they answer. */
  readonly only: string | null;
}

/** The very sentences of the site that answer, the best first; else those that speak of the first term in the question. */
export function findPassages(question: Question, documents: readonly SiteDocument[]): Found {
  const concepts = readConcepts(question);
  const passages = search(concepts, question, documents);
  const [first] = question.terms;
  if (passages.length > 0 || first === undefined || concepts.length < 2) return { passages, only: null };
  const part = concepts.filter(({ name }) => name === first.term.name);
  return { passages: search(part, question, documents), only: first.term.name };
}

function search(
  concepts: readonly Concept[],
  { kind }: Question,
  documents: readonly SiteDocument[],
): Passage[] {
  const answers = ANSWERING[kind];
  const fit = rankPassages(concepts, documents)
    .filter(({ sentence, speaks, coverage }) => speaks && coverage >= COVERAGE_MIN && isTelling(sentence))
    .map((passage) => {
      const { sentence, at, score } = passage;
      return { ...passage, score: score * tellingness(sentence, at) * (answers?.test(sentence) ? 1.25 : 1) };
    })
    .toSorted((one, other) => other.score - one.score);
  const sentences = pickDifferent(
    fit.filter(({ at }) => at >= 0),
    PASSAGES_MAX,
  );
  // A headline says in short what its text tells, and leads there; one that only asks is none (isTelling).
  const quoted = new Set(sentences.map(({ document }) => document));
  const titles = fit.filter(({ at, document }) => at < 0 && !quoted.has(document));
  return [...sentences, ...pickDifferent(titles, PASSAGES_MAX - sentences.length)];
}
