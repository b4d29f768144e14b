import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Forms whose answer says everything that they changed: votes, following, saving, the note in one's profile. */
const COMPLETE_ANSWERS = /^\/forum\/.+\/(vote|follow|save)$|^\/wallet\/note$/;

/**
 * `shouldRevalidate` of the root and of pages with such a form. Loading them again would cost a request that brings
 * nothing new, and move a list's posts under the pointer. When the answer arrives during a navigation, the router ends
 * the navigation with what is loaded here, so the next page's data must be.
 */
export function keepPage(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = args;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && COMPLETE_ANSWERS.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
