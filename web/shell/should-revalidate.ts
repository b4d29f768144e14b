import type { ShouldRevalidateFunctionArgs } from "react-router";

/** The paths of forms whose response contains everything that changed: voting, following, saving, the wallet note. */
const COMPLETE_RESPONSE_PATHS = /^\/forum\/(.+\/)?(vote|follow|save)$|^\/wallet\/note$/;

/**
 * Skips the reload of the page's data after a form with a complete response. During a navigation, the data is still
 * loaded, because otherwise the new page could show this page's data.
 */
export function shouldRevalidatePage(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formAction, defaultShouldRevalidate } = args;
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  return isSamePage && COMPLETE_RESPONSE_PATHS.test(formAction ?? "") ? false : defaultShouldRevalidate;
}
