import type { PostDetail } from "#core/forum/types.ts";
import { getReferrerPath } from "#web/page/same-site-path.ts";
import { appContext, edgeContext, identityContext, type RequestContext } from "#web/server-context.ts";

export interface Visit {
  /** Whether the request comes from a page of the same thread, for example to sort the comments or submit a form. */
  readonly isSameVisit: boolean;
  readonly isPrefetch: boolean;
}

export function parseVisit(request: Request, postId: string): Visit {
  const referrerPath = getReferrerPath(request, "");
  const threadPath = `/forum/${postId}`;
  const isSameVisit =
    referrerPath === threadPath ||
    referrerPath.startsWith(`${threadPath}?`) ||
    referrerPath.startsWith(`${threadPath}/`);
  const purpose = request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "";
  return { isSameVisit, isPrefetch: /prefetch|prerender/i.test(purpose) };
}

/**
 * Records a member's visit and returns null. Resolves when the visit is stored, so that the member's next page shows
 * the thread as read. For a prefetched page, returns the visit instead, to be recorded when the page is shown.
 */
export async function recordVisit(
  context: RequestContext,
  visit: Visit,
  { id: postId, readUntil }: PostDetail,
): Promise<{ readUntil: number; isArrival: boolean } | null> {
  const { viewer } = context.get(identityContext);
  if (!viewer || readUntil === null) return null;
  const pendingVisit = { readUntil, isArrival: !visit.isSameVisit };
  if (visit.isPrefetch) return pendingVisit;
  const { report, findExpectedError } = context.get(edgeContext);
  await context
    .get(appContext)
    .forum.recordVisit(viewer, { postId, ...pendingVisit })
    .catch((error: unknown) => {
      if (!findExpectedError(error)) report(error);
    });
  return null;
}
