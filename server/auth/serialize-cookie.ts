/** Builds a Set-Cookie header for all paths. Scripts can't read the cookie; cross-site POST requests don't send it. */
export const serializeCookie = (name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
