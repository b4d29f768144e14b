import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Forms with a response that contains everything they changed: voting, following, saving, the wallet note. */
const COMPLETE_RESPONSES = /^\/forum\/(.+\/)?(vote|follow|save)$|^\/wallet\/note$/;

/**
 * `shouldRevalidate` of the root and of pages with such a form. Revalidating would cost a request that returns
 * nothing new, and could reorder a list under the pointer. But when the response arrives during a navigation,
 * the router finishes that navigation with the data loaded here, so the next page's data must be loaded.
 */
export function shouldRevalidatePage(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = args;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && COMPLETE_RESPONSES.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
