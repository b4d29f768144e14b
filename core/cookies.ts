/**
 * Cookies that only this host can set. Any subdomain of a shared parent domain can plant a cookie with a plain
 * name, but browsers accept the prefix `__Host-` only from the host itself over https. So over https all our
 * cookies have the prefix and others are ignored. Over http there is no such protection, and names are plain.
 *
 * The rest of the program only knows plain names: the HTTP layer (server/http/host-cookies.ts) and the page
 * (web/page/page-cookies.ts) translate with these two functions.
 */
const HOST_PREFIX = "__Host-";

/**
 * Returns the prefixed cookies in a Cookie header or in document.cookie, under their plain names. Over http,
 * cookies without the prefix follow them. Since parsers use the first of several cookies with the same
 * name, the protected one wins.
 */
export function readHostCookies(header: string, { secure }: { readonly secure: boolean }): string {
  // Removes only spaces and tabs, because trim() would also remove other white space, which a planted name may
  // start with.
  const parts = header.split(";").map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ""));
  const isOwn = (part: string) => part.startsWith(HOST_PREFIX);
  const own = parts.filter(isOwn).map((part) => part.slice(HOST_PREFIX.length));
  return [...own, ...(secure ? [] : parts.filter((part) => !isOwn(part)))].join("; ");
}

/**
 * Adds the prefix for a Set-Cookie header or document.cookie. The cookie must have `Path=/` and no Domain, as
 * browsers require.
 */
export function addHostPrefix(cookie: string, { secure }: { readonly secure: boolean }): string {
  return secure ? `${HOST_PREFIX}${cookie}; Secure` : cookie;
}
