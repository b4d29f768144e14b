import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Forms with a response that contains everything they changed: voting, following, saving, the wallet note. */
const COMPLETE_RESPONSES = /^\/forum\/(.+\/)?(vote|follow|save)$|^\/wallet\/note$/;

/**
 * Skips the reload of the page's data after such a form. During a navigation it doesn't, because the new page would
 * show the data loaded here.
 */
export function shouldRevalidatePage(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = args;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && COMPLETE_RESPONSES.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
