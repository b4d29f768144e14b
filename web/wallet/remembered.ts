import { setPageCookie } from "#web/shell/page-cookies.ts";
import { readCookie } from "#web/shell/read-cookie.ts";

/** Under which the browser keeps which wallet was connected: its id, until it is disconnected. */
export const REMEMBERED_KEY = "lattice-wallet";

export function readRemembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED_KEY);
  } catch {
    return null;
  }
}

const COOKIE = "wallet-connected";

/** Whether the last visit was connected: the server's page then keeps its place, and nothing jumps. To what, it does not say. */
export function wasConnected(cookies: string | null): boolean {
  return readCookie(cookies, COOKIE) === "1";
}

export function keepWasConnected(isConnected: boolean): void {
  setPageCookie(`${COOKIE}=1; Path=/; Max-Age=${isConnected ? 31_536_000 : 0}; SameSite=Lax`);
}
