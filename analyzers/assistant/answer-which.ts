import { formatList } from "#core/format-list.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import type { SourceNumbers } from "../text/number-sources.ts";
import { formatQuote, toPlainMarkdown } from "../text/plain-markdown.ts";
import { extractSentences } from "../text/sentences.ts";
import { findPassages, type PassageSearch } from "./find-passages.ts";
import { findSources, type SourcedQuestion } from "./find-sources.ts";
import { createInformationNeed, rateSentence } from "./information-need.ts";
import { parseQuestion } from "./parse-question.ts";
import { WHICH } from "./resolve-question.ts";

/** The minimum fit of a quoted glossary sentence, on a scale from 0 to about 1.5. */
const FIT_MIN = 0.6;

interface Context extends Omit<PassageSearch, "earlierAnswers"> {
  readonly sources: SourceNumbers;
}

/**
 * After a comparison, answers "Which one is safer?" with what the sources say about each side. Names no winner, because
 * a sentence about one side doesn't compare it with the other.
 */
export function answerWhich(text: string, comparison: string, context: Context): string {
  const aspect = text.replace(WHICH, "");
  const sides = parseQuestion(comparison).subjects.map((subject) => {
    const sourcedQuestion = findSources(`What is ${subject}?`, context.documents, context.rarity);
    const term = sourcedQuestion.question.terms[0]?.term ?? null;
    const names = [subject, ...(term === null ? [] : [term.name, ...term.aliases])];
    return {
      term,
      name: term?.name ?? subject,
      quote: quoteSide(sourcedQuestion, names, aspect, context),
    };
  });
  const quotes = [...new Set(sides.map(({ quote }) => quote).filter((quote) => quote !== null))];
  const [firstQuote] = quotes;
  if (firstQuote === undefined) {
    const citedTerms = sides.flatMap(({ term }) =>
      term === null ? [] : [`${formatQuote(term.name)} ${context.sources.citeTerm(term)}`],
    );
    const explanation = citedTerms.length > 0 ? ` It explains ${formatList(citedTerms)}.` : "";
    return `This site doesn't say which one.${explanation}`;
  }
  // The same sentence was found for both sides.
  if (quotes.length < sides.filter(({ quote }) => quote !== null).length)
    return `The only answer to this on this site is: ${firstQuote}`;
  return [
    "This site doesn't say which one. This is what I found about each:",
    sides.map(({ name, quote }) => `- **${toPlainMarkdown(name)}:** ${quote ?? "nothing found"}`).join("\n"),
  ].join("\n\n");
}

/** The sentence about one side that best answers the question, with its citation; null if there is none. */
function quoteSide(
  side: SourcedQuestion,
  names: readonly string[],
  aspect: string,
  { documents, rarity, sources }: Context,
): string | null {
  const need = createInformationNeed(aspect, side, rarity);
  const sideTerms = side.question.terms.map(({ term }) => term);
  const [best] = sideTerms
    .flatMap((term) => extractSentences(term.text).map((sentence) => ({ term, sentence })))
    .map((each) => ({ ...each, fit: rateSentence(need, each.sentence) }))
    .filter(({ fit }) => fit >= FIT_MIN)
    .toSorted((a, b) => b.fit - a.fit);
  if (best !== undefined) return `${formatQuote(best.sentence)} ${sources.citeTerm(best.term)}`;
  // A sentence from a thread must name the side, because the sentence before it may be about something else.
  const isNamed = (sentence: string) => names.some((name) => findName(toKeys(sentence), toKeys(name)) >= 0);
  const passages = findPassages(side, need, { documents, rarity, earlierAnswers: "" });
  const ratedSentence = passages?.threads
    .flatMap(({ sentences }) => sentences)
    .find((each) => isNamed(each.sentence));
  return ratedSentence === undefined
    ? null
    : `${formatQuote(ratedSentence.sentence)} ${sources.citeDocument(ratedSentence.document)}`;
}
