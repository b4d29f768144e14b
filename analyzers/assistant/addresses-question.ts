import { findName, toKeys } from "../relevance/match-words.ts";
import { parseQuery } from "../relevance/parse-query.ts";
import type { RatedThread } from "../relevance/rate.ts";

/** "Can you explain …" and "is there …" don't ask for yes or no. */
const YES_NO =
  /^(?:(?:so|and|but|then|ok|okay)[, ]+)?(?:can|could|does|do|did|is|are|was|were|will|would|has|have|had|must|may|might|should|isn'?t|aren'?t|doesn'?t|don'?t|can'?t|won'?t) (?!you\b|there\b)/i;
/**
 * Whether a thread may answer a yes-or-no question: one passage must be about the subject and about what is asked of it
 * ("lose more than I put in"). A thread that only shares the subject doesn't answer.
 */
export function createAddressTest(question: string): (thread: RatedThread) => boolean {
  if (!YES_NO.test(question)) return () => true;
  const concepts = parseQuery(question).map(({ forms, isMinor }) => ({ forms: forms.map(toKeys), isMinor }));
  const isIn = (keys: readonly string[], { forms }: { forms: readonly (readonly string[])[] }) =>
    forms.some((form) => findName(keys, form) >= 0);
  return ({ main, isTitle, sentences }) => {
    const title = toKeys([main.title, ...(main.tags ?? [])].join(" . "));
    const subject = concepts.filter((concept) => isIn(title, concept));
    const asked = concepts.filter((concept) => !subject.includes(concept));
    if (isTitle || !asked.some(({ isMinor }) => isMinor)) return true;
    return sentences.some(({ at, document, sentence }, index) => {
      if (at < 0 || !asked.some((concept) => isIn(toKeys(sentence), concept))) return false;
      const passage = sentences
        .slice(Math.max(0, index - 1), index + 2)
        .filter((near) => near.document === document && near.at >= 0);
      const keys = passage.flatMap((near) => toKeys(near.sentence));
      return subject.length === 0 || subject.some((concept) => isIn(keys, concept));
    });
  };
}
