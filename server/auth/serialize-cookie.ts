/** A Set-Cookie header for the whole site. Scripts can't read the cookie; other sites' forms don't send it. */
export const serializeCookie = (name: string, value: string, seconds: number) =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
