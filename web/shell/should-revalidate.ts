import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Forms with a response that contains everything they changed: voting, following, saving, the wallet note. */
const COMPLETE_RESPONSES = /^\/forum\/(.+\/)?(vote|follow|save)$|^\/wallet\/note$/;

/**
 * Skips the reload of the page's data after a form with a complete response. During a navigation, the data is still
 * loaded, because the new page could otherwise show the data of this one.
 */
export function shouldRevalidatePage(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = args;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && COMPLETE_RESPONSES.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
