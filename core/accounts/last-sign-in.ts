/**
 * The cookie with the way to sign in that was used last on this device: "password", "email" (a link or code), "sso", or
 * the ID of a provider. It says nothing about who signed in.
 */
export const LAST_SIGN_IN_COOKIE = "last-sign-in";

const FORMAT = /^[a-z0-9:_-]{1,40}$/;

export const createLastSignInCookie = (method: string): string =>
  `${LAST_SIGN_IN_COOKIE}=${method}; Path=/; Max-Age=31536000; SameSite=Lax`;

/** The cookie's value, or null if it can't be a way to sign in. */
export const parseLastSignIn = (value: string | undefined): string | null =>
  value !== undefined && FORMAT.test(value) ? value : null;
