/**
 * Browsers accept the prefix `__Host-` only from the host itself over https, so no subdomain can plant such a cookie.
 * Over http, names have no prefix. Only the HTTP layer (server/http/host-cookies.ts) and the page
 * (web/page/page-cookies.ts) know the prefix.
 */
const HOST_PREFIX = "__Host-";

/**
 * Returns the prefixed cookies under their plain names. Over http, unprefixed cookies follow them. Parsers use the
 * first cookie of each name, so a prefixed one wins.
 */
export function readHostCookies(header: string, { secure }: { readonly secure: boolean }): string {
  // Doesn't use trim(), which would also remove other white space that a planted name may start with. Without the
  // lookbehind, each blank of a run inside a cookie would start another attempt, which takes quadratic time.
  const parts = header.split(";").map((part) => part.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ""));
  const isOwn = (part: string) => part.startsWith(HOST_PREFIX);
  const ownCookies = parts.filter(isOwn).map((part) => part.slice(HOST_PREFIX.length));
  return [...ownCookies, ...(secure ? [] : parts.filter((part) => !isOwn(part)))].join("; ");
}

/** Over https, adds the prefix and `Secure`. The cookie must have `Path=/` and no Domain, as browsers require. */
export function addHostPrefix(cookie: string, { secure }: { readonly secure: boolean }): string {
  return secure ? `${HOST_PREFIX}${cookie}; Secure` : cookie;
}
