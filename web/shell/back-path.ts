/** The page that a form was sent from, when it is one of ours; else `fallback`. Never another site. */
export function backPath(request: Request, fallback = "/"): string {
  const referer = request.headers.get("Referer");
  if (referer === null || !URL.canParse(referer)) return fallback;
  const from = new URL(referer);
  return from.origin === new URL(request.url).origin ? (sitePath(from) ?? fallback) : fallback;
}

/** A path of this site given in an address (`?next=`), or the fallback. "//elsewhere" and "\\elsewhere" are refused. */
export function safePath(value: string | null | undefined, fallback = "/"): string {
  if (!value?.startsWith("/")) return fallback;
  const base = "http://site.invalid";
  if (!URL.canParse(value, base)) return fallback;
  const url = new URL(value, base);
  return url.origin === base ? (sitePath(url) ?? fallback) : fallback;
}

/** Path and query; null where dots resolve to "//elsewhere" ("/.//elsewhere"), which a browser reads as another site. */
function sitePath({ pathname, search }: URL): string | null {
  return pathname.startsWith("//") ? null : pathname + search;
}
