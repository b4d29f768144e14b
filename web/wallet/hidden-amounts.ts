import { setPageCookie } from "#web/shell/page-cookies.ts";
import { readCookie } from "#web/shell/read-cookie.ts";

/** A cookie, so that the server renders masked amounts, too. */
const COOKIE = "wallet-amounts";
const YEAR_S = 31_536_000;

export function areAmountsHidden(cookies: string | null): boolean {
  return readCookie(cookies, COOKIE) === "hidden";
}

export function storeHidden(hidden: boolean): void {
  setPageCookie(`${COOKIE}=${hidden ? "hidden" : "shown"}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`);
}
