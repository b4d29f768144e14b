import { setPageCookie } from "#web/shell/page-cookies.ts";
import { readCookie } from "#web/shell/read-cookie.ts";

/** Local storage key of the connected wallet's ID. */
export const REMEMBERED_KEY = "lattice-wallet";

export function readRemembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_KEY);
  } catch {
    return null;
  }
}

const COOKIE = "wallet-connected";

/**
 * Whether a wallet was connected on the last visit. The server then reserves space for it. The cookie doesn't say
 * which.
 */
export function wasConnected(cookies: string | null): boolean {
  return readCookie(cookies, COOKIE) === "1";
}

export function storeWasConnected(isConnected: boolean): void {
  setPageCookie(`${COOKIE}=1; Path=/; Max-Age=${isConnected ? 31_536_000 : 0}; SameSite=Lax`);
}
