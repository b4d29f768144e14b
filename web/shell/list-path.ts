import { useRef } from "react";
import { backPath } from "./back-path.ts";

/** The list that a page was opened from, as it stood there; null when it was opened from elsewhere. */
export function findListPath(request: Request, list: "/forum" | "/news"): string | null {
  const path = backPath(request, "");
  return path === list || path.startsWith(`${list}?`) ? path : null;
}

/** Where the list's name leads from a page. The page loads anew with each form, and then comes from itself. */
export function useListPath(list: "/forum" | "/news", pageId: string, given: string | null): string {
  const kept = useRef({ pageId, path: given });
  if (kept.current.pageId !== pageId || given !== null) kept.current = { pageId, path: given };
  return kept.current.path ?? list;
}
