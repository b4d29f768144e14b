import { setPageCookie } from "#web/page/page-cookies.ts";
import { parseCookie } from "#web/page/parse-cookie.ts";

export const LAST_WALLET_KEY = "lattice-wallet";

const COOKIE_NAME = "wallet-connected";

/** Whether a wallet was connected on the last visit, so that the server reserves space for it. */
export function readWasConnected(cookies: string | null): boolean {
  return parseCookie(cookies, COOKIE_NAME) === "1";
}

export function storeWasConnected(isConnected: boolean): void {
  setPageCookie(`${COOKIE_NAME}=1; Path=/; Max-Age=${isConnected ? 31_536_000 : 0}; SameSite=Lax`);
}
