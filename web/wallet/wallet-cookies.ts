import { setPageCookie } from "#web/page/page-cookies.ts";
import { parseCookie } from "#web/page/parse-cookie.ts";

/** The local storage key for the ID of the wallet that was last connected. */
export const LAST_WALLET_KEY = "lattice-wallet";

const CONNECTED_COOKIE = "wallet-connected";
const AMOUNTS_COOKIE = "wallet-amounts";
const YEAR_S = 31_536_000;

/**
 * Whether a wallet was connected on the last visit. Stored in a cookie, so that the server can reserve space for the
 * wallet.
 */
export const readWasConnected = (cookies: string | null): boolean =>
  parseCookie(cookies, CONNECTED_COOKIE) === "1";

export const storeWasConnected = (isConnected: boolean): void =>
  setPageCookie(`${CONNECTED_COOKIE}=1; Path=/; Max-Age=${isConnected ? YEAR_S : 0}; SameSite=Lax`);

/** Whether to mask amounts. Stored in a cookie, because the server renders them. */
export const readAmountsHidden = (cookies: string | null): boolean =>
  parseCookie(cookies, AMOUNTS_COOKIE) === "hidden";

export const storeAmountsHidden = (areHidden: boolean): void =>
  setPageCookie(
    `${AMOUNTS_COOKIE}=${areHidden ? "hidden" : "shown"}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`,
  );
