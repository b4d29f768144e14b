import { useRef } from "react";
import { backPath } from "./back-path.ts";

/** The list a page was opened from, with its filters; null when it was opened from elsewhere. */
export function findListPath(request: Request, list: "/forum" | "/news"): string | null {
  const path = backPath(request, "");
  return path === list || path.startsWith(`${list}?`) ? path : null;
}

/** The list to link back to. After a form submission, the page itself is the referrer: keep the first list. */
export function useListPath(list: "/forum" | "/news", pageId: string, given: string | null): string {
  const kept = useRef({ pageId, path: given });
  if (kept.current.pageId !== pageId || given !== null) kept.current = { pageId, path: given };
  return kept.current.path ?? list;
}
