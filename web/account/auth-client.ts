import { GoTrueClient } from "@supabase/auth-js";
import {
  clearSessionCookies,
  decodeSessionCookies,
  encodeSessionCookies,
  SESSION_KEY,
} from "#core/accounts/session-cookie.ts";
import { readPageCookies, setPageCookie } from "#web/shell/page-cookies.ts";

/**
 * The official auth client, unmodified, one per page. Its session lives in a cookie, so that the server can render
 * for the member; the user object and everything else live in local storage.
 */
let client: Promise<GoTrueClient> | undefined;

export function getAuthClient(): Promise<GoTrueClient> {
  client ??= create();
  return client;
}

async function create(): Promise<GoTrueClient> {
  const publicKey = document.querySelector<HTMLMetaElement>('meta[name="lattice-public-key"]')?.content ?? "";
  const made = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: publicKey },
    storageKey: SESSION_KEY,
    storage: sessionStorage,
    userStorage: window.localStorage,
    autoRefreshToken: true,
    persistSession: true,
    // What mailed links bring is taken by /auth/landing alone, which says what came of it.
    detectSessionInUrl: false,
    // Only a code that this browser asked for signs in at once.
    flowType: "pkce",
    experimental: { recoveryCodes: true },
  });
  await made.initialize();
  return made;
}

/** The session in cookies, the rest (a code verifier, for one) in local storage. */
const sessionStorage = {
  getItem(key: string): string | null {
    return key === SESSION_KEY ? decodeSessionCookies(readPageCookies()) : localStorage.getItem(key);
  },
  setItem(key: string, value: string): void {
    if (key === SESSION_KEY) encodeSessionCookies(value).forEach(setPageCookie);
    else localStorage.setItem(key, value);
  },
  removeItem(key: string): void {
    if (key === SESSION_KEY) clearSessionCookies().forEach(setPageCookie);
    else localStorage.removeItem(key);
  },
};
