import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { addHostPrefix, readHostCookies } from "#core/cookies.ts";

/** Over HTTPS, cookie names have a prefix (core/cookies.ts), which the functions below add and remove. */
const getOptions = () => ({ secure: location.protocol === "https:" });

export const readPageCookies = (): string => readHostCookies(document.cookie, getOptions());

export function setPageCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't widely available yet, and is asynchronous
  document.cookie = addHostPrefix(cookie, getOptions());
}

export const hasSessionCookie = (): boolean => readPageCookies().includes(SESSION_KEY);
