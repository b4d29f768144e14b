import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import type { App } from "#server/app.ts";
import { findExpectedError } from "#server/database/index.ts";
import { getClientAddress, resolveClientAddress } from "#server/platform/client-address.ts";
import type { Log } from "#server/platform/log.ts";
import { getPagePath, isSeenNow, type PageVisit } from "#server/platform/page-visit.ts";

export type RecordVisit = (visit: PageVisit, status: number) => void;

const ARTICLE_PATH = /^\/news\/([0-9a-f-]{36})$/i;

/** Counts each served page for analytics, presence and article views, without delaying the response. */
export function createVisitRecorder(app: App, log: Log): RecordVisit {
  return (visit, status) => {
    app.analytics.views.count(visit, { status });
    app.live.recordRequest(visit);
    const articleId = ARTICLE_PATH.exec(getPagePath(visit))?.[1];
    if (articleId === undefined || !visit.isSeen || status !== 200) return;
    app.news.countView(articleId, visit).catch((error: unknown) => {
      if (!findExpectedError(error)) log.error({ err: error }, "could not count an article view");
    });
  };
}

export function toVisit(c: Context, trustProxy: number): PageVisit {
  return {
    path: c.req.path,
    address: getClientAddress(c, trustProxy),
    userAgent: c.req.header("User-Agent") ?? "",
    referer: c.req.header("Referer"),
    isSeen: isSeenNow(c.req.method, (name) => c.req.header(name)),
    isMember: c.req.header("Cookie")?.includes(SESSION_KEY) === true,
  };
}

/** Like `toVisit`, but for a Node.js request that Hono hasn't handled. */
export function toVisitFromMessage(
  { method, url, headers, socket }: IncomingMessage,
  trustProxy: number,
): PageVisit {
  return {
    path: (url ?? "/").split("?", 1)[0] ?? "/",
    address: resolveClientAddress(
      headers["x-forwarded-for"] as string | undefined,
      socket.remoteAddress,
      trustProxy,
    ),
    userAgent: headers["user-agent"] ?? "",
    referer: headers.referer,
    isSeen: isSeenNow(method, (name) => headers[name] as string | undefined),
    isMember: headers.cookie?.includes(SESSION_KEY) === true,
  };
}
