/** Builds a Set-Cookie header for all paths. Scripts can't read the cookie; other sites' forms don't send it. */
export const serializeCookie = (name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
