/**
 * The cookie with the last sign-in method used on this device: "password", "email" (a link or code), "passkey",
 * "ethereum", "sso", or the ID of a provider. It doesn't identify the user.
 */
export const LAST_SIGN_IN_COOKIE = "last-sign-in";

const FORMAT = /^[a-z0-9:_-]{1,40}$/;

export const createLastSignInCookie = (method: string): string =>
  `${LAST_SIGN_IN_COOKIE}=${method}; Path=/; Max-Age=31536000; SameSite=Lax`;

export const parseLastSignIn = (value: string | undefined): string | null =>
  value !== undefined && FORMAT.test(value) ? value : null;
