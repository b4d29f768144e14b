import { findTermByName } from "#core/ai/glossary/find-terms.ts";
import { GLOSSARY, type Term } from "#core/ai/glossary/index.ts";
import { toStem, toWords } from "#core/ai/text/words.ts";
import { isBroad, type Question } from "./read-question.ts";

const WARNINGS = new Set(["risk", "volatility"]);

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
  if (question.asksAdvice && question.terms.length === 0)
    return GLOSSARY.filter(({ id }) => WARNINGS.has(id));
  const [first, second] = question.terms;
  if (first === undefined) return [];
  const both =
    second === undefined || question.kind === "list" ? undefined : findCombinedTerm(first.term, second.term);
  if (both !== undefined) return [both];
  // A broad term is explained alongside a specific one, except in a definition.
  const isSecond =
    second !== undefined && question.kind !== "list" && !(question.kind === "definition" && isBroad(second));
  return isSecond ? [first.term, second.term] : [first.term];
}

/** The term where two broad ones meet: "Quantum threat to Bitcoin" for quantum computing and Bitcoin. */
function findCombinedTerm(one: Term, other: Term): Term | undefined {
  if (!isBroad({ term: one }) || !isBroad({ term: other })) return undefined;
  const [ones, others] = [one, other].map(({ name }) => toWords(name).map(toStem));
  return GLOSSARY.find((term) => {
    const own = new Set(toWords(term.name).map(toStem));
    return (
      term !== one && term !== other && [ones, others].every((stems) => stems?.some((stem) => own.has(stem)))
    );
  });
}

export function isNamedIn(side: string): (found: Question["terms"][number]) => boolean {
  const words = ` ${toWords(side).join(" ")} `;
  return ({ typed }) => words.includes(` ${typed} `);
}
