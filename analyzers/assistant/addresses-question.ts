import { ABOUT_TITLE_MIN } from "../relevance/choose-sentences.ts";
import { findName, toKeys } from "../relevance/match-words.ts";
import { parseQuery } from "../relevance/parse-query.ts";
import type { RatedThread } from "../relevance/rate.ts";

/** "Can you explain …" and "is there …" don't ask for yes or no. */
const YES_NO =
  /^(?:(?:so|and|but|then|ok|okay)[, ]+)?(?:(?:could|does|do|did|is|are|was|were|would|has|have|had|must|might|should)(?:n['’]?t)?|can(?:['’]?t)?|will|won['’]?t|may) (?!you\b|there\b)/i;
export const isYesNo = (question: string): boolean => YES_NO.test(question);

/**
 * Creates a test of whether a thread can answer a yes-or-no question: one passage must mention both the subject and
 * what is asked about it, such as "lose more than I put in". A thread that only mentions the subject is no answer.
 */
export function createAnswerTest(question: string): (thread: RatedThread) => boolean {
  if (!isYesNo(question)) return () => true;
  const concepts = parseQuery(question).map(({ forms, isMinor, isCount }) => ({
    forms: forms.map(toKeys),
    isMinor,
    isCount,
  }));
  const isIn = (keys: readonly string[], { forms }: { forms: readonly (readonly string[])[] }) =>
    forms.some((form) => findName(keys, form) >= 0);
  return ({ main, isTitle, titleShare, sentences }) => {
    const title = toKeys([main.title, ...(main.tags ?? [])].join(" . "));
    const subject = concepts.filter((concept) => isIn(title, concept));
    const otherConcepts = concepts.filter((concept) => !subject.includes(concept));
    const isAlmostTitle = titleShare >= ABOUT_TITLE_MIN && !otherConcepts.some(({ isMinor }) => isMinor);
    if (isTitle || isAlmostTitle || otherConcepts.length === 0) return true;
    // A count such as "two people" must be in the passage, but it isn't what is asked.
    const counts = otherConcepts.filter(({ isCount }) => isCount);
    const askedConcepts = otherConcepts.filter(({ isCount }) => !isCount);
    return sentences.some((center, index) => {
      const passage = sentences
        .slice(Math.max(0, index - 1), index + 2)
        .filter(({ document, at }) => document === center.document && at >= 0);
      const keys = passage.flatMap(({ sentence }) => toKeys(sentence));
      const isAnyIn = (candidates: typeof concepts) => candidates.some((concept) => isIn(keys, concept));
      if (!counts.every((concept) => isIn(keys, concept))) return false;
      return isAnyIn(askedConcepts) && (subject.length === 0 || isAnyIn(subject));
    });
  };
}
