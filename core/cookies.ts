/**
 * Cookies that only this host can have set. Any subdomain of a shared parent domain can plant a cookie of any plain
 * name; browsers refuse the prefix `__Host-` from all but the host itself, over https. So over https every cookie of
 * the site has it and no other is read. Over http there is no such protection, and names are plain.
 *
 * The rest of the program knows plain names alone: the edge (server/http/host-cookies.ts) and the page
 * (web/shell/page-cookies.ts) translate with these two functions.
 */
const HOST_PREFIX = "__Host-";

/**
 * The site's own cookies of a Cookie header or of document.cookie, under their plain names. Over http the plain ones
 * follow, so that a reader which takes the first of a name takes the protected one.
 */
export function readOwnCookies(header: string, { secure }: { readonly secure: boolean }): string {
  // Blanks and tabs alone: trim() would also take other white space, which may begin a planted name.
  const parts = header.split(";").map((part) => part.replace(/^[ \t]+|[ \t]+$/g, ""));
  const isOwn = (part: string) => part.startsWith(HOST_PREFIX);
  const own = parts.filter(isOwn).map((part) => part.slice(HOST_PREFIX.length));
  return [...own, ...(secure ? [] : parts.filter((part) => !isOwn(part)))].join("; ");
}

/** A Set-Cookie header with `Path=/` and without Domain, as this site must send it or give it to document.cookie. */
export function asOwnCookie(cookie: string, { secure }: { readonly secure: boolean }): string {
  return secure ? `${HOST_PREFIX}${cookie}; Secure` : cookie;
}
