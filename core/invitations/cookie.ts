/** The cookie with the token of the invitation that was accepted in this browser. It is removed after the sign-up. */
const COOKIE_NAME = "lattice-invitation";
/** Long enough to confirm an email address first. */
const MAX_AGE_SECONDS = 24 * 60 * 60;
const TOKEN_PATTERN = /^[\w-]{32}$/;

export const isInvitationToken = (text: string): boolean => TOKEN_PATTERN.test(text);

/** Scripts can't read the cookie, and browsers don't send it with POST requests from other sites. */
export const createInvitationCookie = (token: string): string =>
  `${COOKIE_NAME}=${token}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax`;

export const CLEARED_INVITATION_COOKIE = `${COOKIE_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export function parseInvitationCookie(header: string | null | undefined): string | undefined {
  const [, token] = new RegExp(`(?:^|; ?)${COOKIE_NAME}=([^;]*)`).exec(header ?? "") ?? [];
  return token !== undefined && isInvitationToken(token) ? token : undefined;
}
