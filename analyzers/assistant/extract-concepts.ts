import { type Concept, findConcepts } from "../text/concepts.ts";
import { ASKING_WORDS, type Question } from "./parse-question.ts";

/** The concepts that a question names. */
export function extractConcepts(question: Question): Concept[] {
  return findConcepts(question.text, question.terms, ASKING_WORDS);
}
