/** The page on this site that a request was made from, or the fallback. */
export function getReferrerPath(request: Request, fallback = "/"): string {
  const referer = request.headers.get("Referer");
  if (referer === null || !URL.canParse(referer)) return fallback;
  const referrer = new URL(referer);
  return referrer.origin === new URL(request.url).origin ? (getSitePath(referrer) ?? fallback) : fallback;
}

/**
 * A same-site path from a URL parameter (`?next=`) or form field, or the fallback. The fallback also replaces paths
 * that lead to other sites ("//elsewhere", "/\elsewhere").
 */
export function getSafePath(value: string | null | undefined, fallback = "/"): string {
  if (!value?.startsWith("/")) return fallback;
  const base = "http://site.invalid";
  if (!URL.canParse(value, base)) return fallback;
  const url = new URL(value, base);
  return url.origin === base ? (getSitePath(url) ?? fallback) : fallback;
}

/** Null if dot segments resolve to "//elsewhere" (as in "/.//elsewhere"), which browsers treat as another site. */
function getSitePath({ pathname, search }: URL): string | null {
  return pathname.startsWith("//") ? null : pathname + search;
}
