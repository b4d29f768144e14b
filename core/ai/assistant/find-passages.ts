import type { SiteDocument } from "#core/ai/analysis.ts";
import { type Concept, findConcepts } from "#core/ai/text/concepts.ts";
import { isInformative, rateInformativeness } from "#core/ai/text/informativeness.ts";
import { type Passage, pickDifferent, rankPassages } from "#core/ai/text/rank-passages.ts";
import { ASKING_WORDS, type Question } from "./read-question.ts";

const PASSAGES_MAX = 3;
/** The share of the question that a sentence, together with its title, must cover. */
const COVERAGE_MIN = 0.6;

const ANSWERING: Readonly<Partial<Record<Question["kind"], RegExp>>> = {
  definition: /^(?:\S+ ){0,4}(?:is|are|means|stands for)\b/i,
  why: /\b(?:because|since|so that|therefore|due to|reason|causes?|that is why)\b/i,
  how: /\b(?:by|first|then|when|works?|steps?|through)\b/i,
};

/** The concepts to search the documents for. */
export function readConcepts(question: Question): Concept[] {
  return findConcepts(question.text, question.terms, ASKING_WORDS);
}

export interface FoundPassages {
  readonly passages: readonly Passage[];
  /** The one term the passages cover, if none covers the whole question; null if they answer it. */
  readonly onlyTerm: string | null;
}

/** The best matching sentences from the site; if none covers the whole question, sentences about its first term. */
export function findPassages(question: Question, documents: readonly SiteDocument[]): FoundPassages {
  const concepts = readConcepts(question);
  const passages = search(concepts, question, documents);
  const [first] = question.terms;
  if (passages.length > 0 || first === undefined || concepts.length < 2) return { passages, onlyTerm: null };
  const part = concepts.filter(({ name }) => name === first.term.name);
  return { passages: search(part, question, documents), onlyTerm: first.term.name };
}

function search(
  concepts: readonly Concept[],
  { kind }: Question,
  documents: readonly SiteDocument[],
): Passage[] {
  const answers = ANSWERING[kind];
  const fit = rankPassages(concepts, documents)
    .filter(
      ({ sentence, hasOwnMatch, coverage }) =>
        hasOwnMatch && coverage >= COVERAGE_MIN && isInformative(sentence),
    )
    .map((passage) => {
      const { sentence, at, score } = passage;
      return {
        ...passage,
        score: score * rateInformativeness(sentence, at) * (answers?.test(sentence) ? 1.25 : 1),
      };
    })
    .toSorted((one, other) => other.score - one.score);
  const sentences = pickDifferent(
    fit.filter(({ at }) => at >= 0),
    PASSAGES_MAX,
  );
  // A headline summarizes its text and links to it. Headlines that are questions are skipped.
  const quoted = new Set(sentences.map(({ document }) => document));
  const titles = fit.filter(({ at, document }) => at < 0 && !quoted.has(document));
  return [...sentences, ...pickDifferent(titles, PASSAGES_MAX - sentences.length)];
}
