import { useRef } from "react";
import { backPath } from "#web/shell/back-path.ts";

/** The list of the forum that a post was opened from, as it stood there; null when it was opened from elsewhere. */
export function findListPath(request: Request): string | null {
  const path = backPath(request, "");
  return /^\/forum(\?|$)/.test(path) ? path : null;
}

/** Where "Forum" leads from a post. The post's page loads anew with each comment, and then comes from itself. */
export function useListPath(postId: string, given: string | null): string {
  const kept = useRef({ postId, path: given });
  if (kept.current.postId !== postId || given !== null) kept.current = { postId, path: given };
  return kept.current.path ?? "/forum";
}
