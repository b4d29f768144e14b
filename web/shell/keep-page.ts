import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Forms whose answer says everything that they changed: votes, following, saving, the note in one's profile. */
const COMPLETE_ANSWERS = /^\/forum\/.+\/(vote|follow|save)$|^\/wallet\/note$/;

/**
 * `shouldRevalidate` of the root and of pages with such a form. Loading them again would cost a request that brings
 * nothing new, and move a list's posts under the pointer.
 */
export function keepPage({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return COMPLETE_ANSWERS.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
