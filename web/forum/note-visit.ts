import type { RouterContextProvider } from "react-router";
import type { PostDetail } from "#core/forum/types.ts";
import { appContext, edgeContext, identityContext } from "#web/server-context.ts";
import { backPath } from "#web/shell/back-path.ts";
import { isAhead } from "#web/shell/is-ahead.ts";

export interface Visit {
  /** Asked by a page of this same thread: an order, a following page, a form that was answered. */
  readonly isWithin: boolean;
  readonly isAhead: boolean;
}

/** What is known of a visit before the page is made. Without a referrer it is an arrival. */
export function readVisit(request: Request, postId: string): Visit {
  const from = backPath(request, "");
  const own = `/forum/${postId}`;
  const isWithin = from === own || from.startsWith(`${own}?`) || from.startsWith(`${own}/`);
  return { isWithin, isAhead: isAhead(request) };
}

/**
 * Has a member's visit noted, which nobody waits for. What a browser fetched ahead is given back instead, to be noted by
 * the page when it is shown.
 */
export function noteVisit(
  context: Readonly<RouterContextProvider>,
  visit: Visit,
  { id: postId, readUntil }: PostDetail,
): { readUntil: number; isArrival: boolean } | null {
  const { viewer } = context.get(identityContext);
  if (!viewer || readUntil === null) return null;
  const seen = { readUntil, isArrival: !visit.isWithin };
  if (visit.isAhead) return seen;
  const { report, expectedError } = context.get(edgeContext);
  context
    .get(appContext)
    .forum.recordVisit(viewer, { postId, ...seen })
    .catch((error: unknown) => {
      if (!expectedError(error)) report(error);
    });
  return null;
}
