import { setPageCookie } from "#web/page/page-cookies.ts";
import { parseCookie } from "#web/page/parse-cookie.ts";

/** The choice is stored in a cookie, so that the server can mask the amounts. */
const COOKIE_NAME = "wallet-amounts";
const YEAR_S = 31_536_000;

export function readAmountsHidden(cookies: string | null): boolean {
  return parseCookie(cookies, COOKIE_NAME) === "hidden";
}

export function storeAmountsHidden(areHidden: boolean): void {
  setPageCookie(`${COOKIE_NAME}=${areHidden ? "hidden" : "shown"}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`);
}
