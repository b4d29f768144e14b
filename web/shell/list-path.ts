import { useRef } from "react";
import { getReferrerPath } from "#web/page/same-site-path.ts";

/** The list a page was opened from, with its filters; null when it was opened from elsewhere. */
export function findListPath(request: Request, list: "/forum" | "/news"): string | null {
  const path = getReferrerPath(request, "");
  return path === list || path.startsWith(`${list}?`) ? path : null;
}

/** The list to link back to. After a form submission, the referrer is the page itself, so use the earlier list. */
export function useListPath(list: "/forum" | "/news", pageId: string, referrerPath: string | null): string {
  const latest = useRef({ pageId, path: referrerPath });
  if (latest.current.pageId !== pageId || referrerPath !== null)
    latest.current = { pageId, path: referrerPath };
  return latest.current.path ?? list;
}
