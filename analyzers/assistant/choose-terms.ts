import { findTermByName } from "../glossary/find-terms.ts";
import { GLOSSARY, type Term } from "../glossary/index.ts";
import { toStem, toWords } from "../text/words.ts";
import { isBroad, type Question } from "./parse-question.ts";

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
