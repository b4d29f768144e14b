/** The cookie with the token of the invitation that was accepted in this browser. It is removed after the sign-up. */
const COOKIE = "lattice-invitation";
/** Long enough to confirm an email address first. */
const SECONDS = 24 * 60 * 60;
const TOKEN = /^[\w-]{32}$/;

export const isInvitationToken = (text: string): boolean => TOKEN.test(text);

/** Scripts can't read the cookie, and other sites' forms can't send it. */
export const createInvitationCookie = (token: string): string =>
  `${COOKIE}=${token}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax`;

export const CLEAR_INVITATION = `${COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

export function parseInvitationCookie(header: string | null | undefined): string | undefined {
  const [, token] = new RegExp(`(?:^|; ?)${COOKIE}=([^;]*)`).exec(header ?? "") ?? [];
  return token !== undefined && isInvitationToken(token) ? token : undefined;
}
