import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { asOwnCookie, readOwnCookies } from "#core/cookies.ts";

/** The cookies of the page by their plain names; the browser has them with a prefix over https (core/cookies.ts). */
const options = () => ({ secure: location.protocol === "https:" });

export const readPageCookies = (): string => readOwnCookies(document.cookie, options());

/** Sets a cookie as a Set-Cookie header would. */
export function setPageCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet, and is asynchronous
  document.cookie = asOwnCookie(cookie, options());
}

/** Whether this browser has a session, which may have expired. */
export const hasSessionCookie = (): boolean => readPageCookies().includes(SESSION_KEY);
