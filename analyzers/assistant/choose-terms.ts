import { findTermByName } from "../glossary/find-terms.ts";
import { GLOSSARY, type Term } from "../glossary/index.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import type { QueryConcept } from "../relevance/parse-query.ts";
import type { Rater } from "../relevance/rate.ts";
import { extractSentences } from "../text/sentences.ts";
import { toStem, toWords } from "../text/words.ts";
import { isBroad, type Question } from "./parse-question.ts";

/**
 * A definition answers a question only if it contains at least this share of the question's words. Only a minor word,
 * such as "safe", may be missing.
 */
const ANSWERED_SHARE_MIN = 0.85;

const DEFINITIONS = GLOSSARY.map((term) => {
  const nameKeys = toKeys([term.name, ...term.aliases].join(" . "));
  const sentenceKeys = extractSentences(term.text).map((sentence) => toKeys(sentence));
  return { term, nameKeys, sentenceKeys, keys: [...new Set([...nameKeys, ...sentenceKeys.flat()])] };
});

const RISK_TERM_IDS = new Set(["risk", "volatility"]);

/** Chooses the terms on both sides of a comparison, otherwise at most two terms, the most specific first. */
export function chooseTerms(question: Question): Term[] {
  if (question.kind === "comparison") {
    const sides = question.subjects.map(
      (side) => findTermByName(side) ?? question.terms.find(isNamedIn(side))?.term,
    );
    return [...new Set(sides.filter((term) => term !== undefined))];
  }
  const exactTerm = question.subjects.map(findTermByName).find((term) => term !== undefined);
  if (exactTerm !== undefined) return [exactTerm];
  // A question about what to buy is answered with the risks.
  if (question.asksForAdvice && question.terms.length === 0)
    return GLOSSARY.filter(({ id }) => RISK_TERM_IDS.has(id));
  const [first, second] = question.terms;
  if (first === undefined) return [];
  const combinedTerm =
    second === undefined || question.kind === "list" ? undefined : findCombinedTerm(first.term, second.term);
  if (combinedTerm !== undefined) return [combinedTerm];
  // An answer that defines a specific term doesn't also explain a broad one.
  const includesSecond =
    second !== undefined && question.kind !== "list" && !(question.kind === "definition" && isBroad(second));
  return includesSecond ? [first.term, second.term] : [first.term];
}

/**
 * Finds at most one term with a sentence in its definition that answers the question, such as "never store them in
 * photos or the cloud" for one about seed phrases. The question's words that don't name the term, except minor ones,
 * must be in that sentence as typed.
 */
export function findAnsweringTerms({ concepts, measurePossibleShare }: Rater): Term[] {
  const askedConcepts = concepts.map((concept) => ({
    ...concept,
    typed: toKeys(concept.name),
    forms: concept.forms.map(toKeys),
  }));
  const answeringTerms = DEFINITIONS.filter(
    ({ keys }) => measurePossibleShare(keys) >= ANSWERED_SHARE_MIN,
  ).flatMap(({ term, nameKeys, sentenceKeys }) => {
    const namingConcepts = askedConcepts.filter(({ forms }) =>
      forms.some((form) => findName(nameKeys, form) >= 0),
    );
    const otherConcepts = askedConcepts.filter((concept) => !namingConcepts.includes(concept));
    const isOptional = ({ isMinor, isCount }: Pick<QueryConcept, "isMinor" | "isCount">) =>
      namingConcepts.length > 0 && isMinor && !isCount;
    const statesAnswer = (keys: readonly string[]) => {
      const missingConcepts = otherConcepts.filter(({ typed }) => findName(keys, typed) < 0);
      return missingConcepts.length < otherConcepts.length && missingConcepts.every(isOptional);
    };
    return sentenceKeys.some(statesAnswer) ? [{ term, namingConcepts }] : [];
  });
  return answeringTerms
    .toSorted((a, b) => b.namingConcepts.length - a.namingConcepts.length)
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

/** Creates a test of whether one side of a comparison names a term. */
export function isNamedIn(side: string): (match: Question["terms"][number]) => boolean {
  const words = ` ${toWords(side).join(" ")} `;
  return ({ typed }) => words.includes(` ${typed} `);
}
