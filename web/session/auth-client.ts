import { GoTrueClient } from "@supabase/auth-js";
import {
  clearSessionCookies,
  decodeSessionCookies,
  encodeSessionCookies,
  SESSION_KEY,
} from "#core/accounts/session-cookie.ts";
import { readPageCookies, setPageCookie } from "#web/page/page-cookies.ts";

let clientPromise: Promise<GoTrueClient> | undefined;

/** The official auth client, one per page. The session is in cookies, so that the server can render members' pages. */
export function getAuthClient(): Promise<GoTrueClient> {
  clientPromise ??= createClient();
  return clientPromise;
}

const getServerOptions = () => ({
  url: `${location.origin}/auth/v1`,
  headers: {
    apikey: document.querySelector<HTMLMetaElement>('meta[name="lattice-public-key"]')?.content ?? "",
  },
});

async function createClient(): Promise<GoTrueClient> {
  const authClient = new GoTrueClient({
    ...getServerOptions(),
    storageKey: SESSION_KEY,
    storage: authStorage,
    userStorage,
    autoRefreshToken: true,
    persistSession: true,
    // Only /auth/landing handles emailed links.
    detectSessionInUrl: false,
    // PKCE: only a link requested in this browser signs the user in without asking.
    flowType: "pkce",
    experimental: { recoveryCodes: true },
  });
  await authClient.initialize();
  return authClient;
}

/**
 * The site never reads the user from storage. But without a stored user, the client would request the user when a page
 * opens, and then store the session that it had read before, overwriting a session that began in the meantime.
 */
const userStorage = {
  getItem: () => '{"user":{}}',
  setItem(): void {},
  /** Earlier versions stored the user. */
  removeItem: (key: string): void => localStorage.removeItem(key),
};

/** Stores the session in cookies, and everything else in local storage. */
const authStorage = {
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

const EXCHANGE_KEY = "lattice-exchange";
const VERIFIER_SUFFIX = "-code-verifier";

/**
 * Exchanges a link's code for a session without storing the session, so that we can ask before switching accounts. A
 * separate client reads the code verifiers of the page's client; only a successful exchange uses up a verifier.
 */
export async function exchangeCode(code: string) {
  const storedValues = new Map<string, string | null>();
  const toSessionKey = (key: string) => key.replace(EXCHANGE_KEY, SESSION_KEY);
  const exchangeClient = new GoTrueClient({
    ...getServerOptions(),
    storageKey: EXCHANGE_KEY,
    storage: {
      getItem: (key) =>
        storedValues.get(key) ??
        (key.endsWith(VERIFIER_SUFFIX) && !storedValues.has(key)
          ? localStorage.getItem(toSessionKey(key))
          : null),
      setItem: (key, value) => void storedValues.set(key, value),
      removeItem: (key) => void storedValues.set(key, null),
    },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: "pkce",
  });
  const response = await exchangeClient.exchangeCodeForSession(code);
  if (!response.error)
    for (const [key, value] of storedValues) {
      if (!key.endsWith(VERIFIER_SUFFIX)) continue;
      if (value === null) localStorage.removeItem(toSessionKey(key));
      else localStorage.setItem(toSessionKey(key), value);
    }
  return response;
}
