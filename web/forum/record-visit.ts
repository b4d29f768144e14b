import type { RouterContextProvider } from "react-router";
import type { PostDetail } from "#core/forum/types.ts";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { backPath } from "#web/shell/back-path.ts";
import { isPrefetch } from "#web/shell/is-prefetch.ts";

export interface Visit {
  /** Whether the request comes from a page of the same thread: another order, another page, or a submitted form. */
  readonly isWithin: boolean;
  readonly isAhead: boolean;
}

/** What is known about a visit before rendering. Without a referrer it is a new visit. */
export function readVisit(request: Request, postId: string): Visit {
  const from = backPath(request, "");
  const own = `/forum/${postId}`;
  const isWithin = from === own || from.startsWith(`${own}?`) || from.startsWith(`${own}/`);
  return { isWithin, isAhead: isPrefetch(request) };
}

/**
 * Records a member's visit without waiting for it. For a prefetched page it returns the visit instead, for the page
 * to record when it is shown.
 */
export function recordVisit(
  context: Readonly<RouterContextProvider>,
  visit: Visit,
  { id: postId, readUntil }: PostDetail,
): { readUntil: number; isArrival: boolean } | null {
  const { viewer } = context.get(identityContext);
  if (!viewer || readUntil === null) return null;
  const seen = { readUntil, isArrival: !visit.isWithin };
  if (visit.isAhead) return seen;
  const { report, findExpectedError } = context.get(edgeContext);
  context
    .get(appContext)
    .forum.recordVisit(viewer, { postId, ...seen })
    .catch((error: unknown) => {
      if (!findExpectedError(error)) report(error);
    });
  return null;
}
