import { findTermByName } from "../glossary/find-terms.ts";
import { GLOSSARY, type Term } from "../glossary/index.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import { type Rater, toDocument } from "../relevance/rate.ts";
import { extractSentences } from "../text/sentences.ts";
import { toStem, toWords } from "../text/words.ts";
import { isBroad, type Question } from "./parse-question.ts";

/** A sentence of a definition, with the term's names, answers a question with all of it but a word such as "safe". */
const STATED_SHARE_MIN = 0.85;

const DEFINITIONS = GLOSSARY.map((term) => ({
  term,
  keys: [...new Set(toKeys([term.name, ...term.aliases, term.text].join(" . ")))],
  sentences: extractSentences(term.text),
}));

const RISK_TERM_IDS = new Set(["risk", "volatility"]);

/** Both sides of a comparison; otherwise the most specific term, plus a second one that is equally specific. */
export function chooseTerms(question: Question): Term[] {
  if (question.kind === "comparison") {
    const sides = question.subjects.map(
      (side) => findTermByName(side) ?? question.terms.find(isNamedIn(side))?.term,
    );
    return [...new Set(sides.filter((term) => term !== undefined))];
  }
  const exact = question.subjects.map(findTermByName).find((term) => term !== undefined);
  if (exact !== undefined) return [exact];
  // A question about what to buy is answered with the risks.
  if (question.asksForAdvice && question.terms.length === 0)
    return GLOSSARY.filter(({ id }) => RISK_TERM_IDS.has(id));
  const [first, second] = question.terms;
  if (first === undefined) return [];
  const combined =
    second === undefined || question.kind === "list" ? undefined : findCombinedTerm(first.term, second.term);
  if (combined !== undefined) return [combined];
  // A definition doesn't explain a broad term alongside a specific one.
  const includesSecond =
    second !== undefined && question.kind !== "list" && !(question.kind === "definition" && isBroad(second));
  return includesSecond ? [first.term, second.term] : [first.term];
}

/**
 * The term with a sentence in its definition that contains the whole question, as "never store them in photos or the
 * cloud" does for a seed phrase. The definition of a term that the question doesn't name must use the question's own
 * words. A question with one concept is about a term itself, not about a statement.
 */
export function chooseStatingTerms(rater: Rater): Term[] {
  if (rater.concepts.length < 2) return [];
  const typed = rater.concepts.map(({ name }) => toKeys(name));
  const stating = DEFINITIONS.filter(({ keys }) => rater.measureWords(keys) >= STATED_SHARE_MIN).flatMap(
    ({ term, sentences }) => {
      const { titleShare } = rater.rate(toDocument(term.name), [], term.aliases);
      const states = (sentence: string) => {
        if (titleShare === 0) return typed.every((name) => findName(toKeys(sentence), name) >= 0);
        const rated = rater.rate(toDocument(term.name, sentence), [], term.aliases);
        return rated.sentences.some(({ at, own, share }) => at >= 0 && own > 0 && share >= STATED_SHARE_MIN);
      };
      return sentences.some(states) ? [{ term, titleShare }] : [];
    },
  );
  return stating
    .toSorted((a, b) => b.titleShare - a.titleShare)
    .slice(0, 1)
    .map(({ term }) => term);
}

/** A term that combines two broad ones, like "Quantum threat to Bitcoin". */
function findCombinedTerm(a: Term, b: Term): Term | undefined {
  if (!isBroad({ term: a }) || !isBroad({ term: b })) return undefined;
  const [firstStems, secondStems] = [a, b].map(({ name }) => toWords(name).map(toStem));
  return GLOSSARY.find((term) => {
    const termStems = new Set(toWords(term.name).map(toStem));
    return (
      term !== a &&
      term !== b &&
      [firstStems, secondStems].every((stems) => stems?.some((stem) => termStems.has(stem)))
    );
  });
}

export function isNamedIn(side: string): (match: Question["terms"][number]) => boolean {
  const words = ` ${toWords(side).join(" ")} `;
  return ({ typed }) => words.includes(` ${typed} `);
}
