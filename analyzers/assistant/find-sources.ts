import type { SiteDocument } from "#core/ai/analysis.ts";
import { findTermByName } from "../glossary/find-terms.ts";
import { parseQuery } from "../relevance/parse-query.ts";
import { createRater, type Rarity } from "../relevance/rate.ts";
import { chooseSources } from "./choose-sources.ts";
import { parseQuestion, type Question, refersBack, splitQuestion } from "./parse-question.ts";

export type SourcedQuestion = ReturnType<typeof findSources>;

/**
 * Finds the sources for a question that can be understood on its own. The result's `part` is null, because the sources
 * are for the entire question.
 */
export function findSources(text: string, documents: readonly SiteDocument[], rarity: Rarity) {
  const question = parseQuestion(text);
  const rater = createRater(correctTypos(question), rarity);
  return {
    question,
    rater,
    chosenSources: chooseSources(question, rater, documents),
    part: null as string | null,
  };
}

/**
 * If no source covers a question that has several parts, uses only the first part that a source covers. A part that
 * names no subject or refers to another part can't be understood alone. `typed`: the question with its misspellings,
 * from which the part is quoted.
 */
export function findSourcesForQuestionOrPart(
  text: string,
  documents: readonly SiteDocument[],
  rarity: Rarity,
  typed: string = text,
): SourcedQuestion {
  const fullQuestion = findSources(text, documents, rarity);
  const { question } = fullQuestion;
  if (question.asksForAdvice || question.asksForPrice || question.kind === "list" || isCovered(fullQuestion))
    return fullQuestion;
  const parts = splitQuestion(question.text);
  const typedParts = splitQuestion(typed);
  for (const [index, part] of parts.entries()) {
    if (!namesSubject(part) || (index > 0 && refersBack(part))) continue;
    const sourcedPart = findSources(part, documents, rarity);
    if (!isCovered(sourcedPart)) continue;
    const typedPart = typedParts.length === parts.length ? typedParts[index] : undefined;
    return { ...sourcedPart, part: typedPart ?? part };
  }
  return fullQuestion;
}

const namesSubject = (text: string) => parseQuery(text).some(({ isMinor }) => !isMinor);

export function isCovered({ chosenSources: { terms, helpTopics, threads } }: SourcedQuestion): boolean {
  return terms.length + helpTopics.length + threads.length > 0;
}

/** Whether the question names its subject or matches a title, so it can't be about an earlier topic. */
export function isSelfContained({ question, chosenSources }: SourcedQuestion): boolean {
  if (question.asksForPrice) return true;
  if (question.asksForAdvice) return question.terms.length > 0;
  if (chosenSources.lead === "threads") return chosenSources.threads[0]?.isTitleMatch === true;
  if (chosenSources.lead === "help") return chosenSources.isSameQuestion;
  return question.subjects.some((subject) => findTermByName(subject) !== undefined);
}

function correctTypos({ text, terms }: Question): string {
  return terms
    .filter(({ isGuess }) => isGuess)
    .reduce((corrected, { typed, term }) => corrected.toLowerCase().replace(typed, term.name), text);
}
