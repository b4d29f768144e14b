import { termNamed } from "#core/ai/glossary/find-terms.ts";
import { GLOSSARY, type Term } from "#core/ai/glossary/index.ts";
import { stemOf, wordsOf } from "#core/ai/text/words.ts";
import { isBroad, type Question } from "./read-question.ts";

const WARNINGS = new Set(["risk", "volatility"]);

/** Both sides of a comparison; otherwise the most specific term, plus a second one that is equally specific. */
export function termsToExplain(question: Question): Term[] {
  if (question.kind === "comparison") {
    const sides = question.subjects.map((side) => termNamed(side) ?? question.terms.find(isOn(side))?.term);
    return [...new Set(sides.filter((term) => term !== undefined))];
  }
  const exact = question.subjects.map(termNamed).find((term) => term !== undefined);
  if (exact !== undefined) return [exact];
  // A question about what to buy is answered with the risks.
  if (question.asksAdvice && question.terms.length === 0)
    return GLOSSARY.filter(({ id }) => WARNINGS.has(id));
  const [first, second] = question.terms;
  if (first === undefined) return [];
  const both =
    second === undefined || question.kind === "list" ? undefined : termOfBoth(first.term, second.term);
  if (both !== undefined) return [both];
  // A broad term is explained alongside a specific one, except in a definition.
  const isSecond =
    second !== undefined && question.kind !== "list" && !(question.kind === "definition" && isBroad(second));
  return isSecond ? [first.term, second.term] : [first.term];
}

/** The term where two broad ones meet: "Quantum threat to Bitcoin" for quantum computing and Bitcoin. */
function termOfBoth(one: Term, other: Term): Term | undefined {
  if (!isBroad({ term: one }) || !isBroad({ term: other })) return undefined;
  const [ones, others] = [one, other].map(({ name }) => wordsOf(name).map(stemOf));
  return GLOSSARY.find((term) => {
    const own = new Set(wordsOf(term.name).map(stemOf));
    return (
      term !== one && term !== other && [ones, others].every((stems) => stems?.some((stem) => own.has(stem)))
    );
  });
}

export function isOn(side: string): (found: Question["terms"][number]) => boolean {
  const words = ` ${wordsOf(side).join(" ")} `;
  return ({ typed }) => words.includes(` ${typed} `);
}
