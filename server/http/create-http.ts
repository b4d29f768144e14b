import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "#core/errors.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { currentRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { compression } from "./compression.ts";
import type { HttpEnvironment } from "./context.ts";
import { deadline } from "./deadline.ts";
import { discardRest } from "./discard-rest.ts";
import { hostCookies } from "./host-cookies.ts";
import { createMetrics } from "./metrics.ts";
import { type MountedParts, mountTable } from "./mount-table.ts";
import { attachMounts, type Mount, mountAt } from "./mounts.ts";
import { createVisitNote, visitOf } from "./note-visit.ts";
import { createAnswerStore } from "./page-cache/answer-store.ts";
import { createStoredAnswers } from "./page-cache/stored-answers.ts";
import { visitorAnswers } from "./page-cache/visitor-answers.ts";
import { renderError } from "./render-error.ts";
import { fixedHeaders, securityHeaders } from "./security-headers.ts";
import { createPageShower } from "./show-page.ts";

/** Where the requests that are no reading may change what visitors are shown. */
const CHANGES_PAGES: ReadonlySet<Mount["name"]> = new Set(["pages", "auth", "storage"]);

/** The edge: what every request passes, then the mount table. */
export function createHttp(options: MountedParts & { readonly log: Log; readonly clock: Clock }): {
  http: Hono<HttpEnvironment>;
  mounts: readonly Mount[];
  /** Answers from what is kept for visitors, and hands everything else to `http`. */
  listener: RequestListener;
} {
  const { app, config, database, log } = options;
  const policy = {
    https: config.publicUrl.startsWith("https:"),
    development: config.environment === "development",
  };
  const store = createAnswerStore({ announcements: app.announcements, clock: options.clock });
  const metrics = createMetrics(database.pool, app.live, store);
  const noteVisit = createVisitNote(app, log);
  const mounts = mountTable(
    options,
    options.shareMetrics?.(metrics.registry) ?? metrics.registry,
    createPageShower({ config, pages: options.pages, policy, noteVisit }),
  );
  const limitsOf = (path: string) => mountAt(mounts, path).limits;
  const http = new Hono<HttpEnvironment>();

  http.onError((error, c) => renderError(error, c, log));

  http.use((c, next) => {
    const given = config.trustProxy > 0 ? c.req.header("X-Request-Id") : undefined;
    const requestId = given && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID();
    c.set("requestId", requestId);
    return runInRequestScope(requestId, async () => {
      const started = performance.now();
      await next();
      c.res.headers.set("X-Request-Id", requestId);
      const milliseconds = performance.now() - started;
      const statements = currentRequestScope()?.statements ?? 0;
      const mount = mountAt(mounts, c.req.path).name;
      metrics.observe({ method: c.req.method, mount, status: c.res.status }, milliseconds / 1000, statements);
      // The query stays out of the log: it holds what people search for and, in mailed links, secrets.
      const line = {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(milliseconds * 10) / 10,
        statements,
      };
      if (mount === "assets" || mount === "health") log.debug(line, "request");
      else log.info(line, "request");
    });
  });
  http.use(securityHeaders(policy));
  http.use(hostCookies(config));
  // What programs keep is dropped everywhere before an act is confirmed: what it took away is shown to nobody any more.
  http.use(async (c, next) => {
    await next();
    const isRead = c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS";
    const hasAsked = (currentRequestScope()?.statements ?? 0) > 0;
    if (!isRead && hasAsked && CHANGES_PAGES.has(mountAt(mounts, c.req.path).name))
      await app.announcements.heardByAll();
  });
  const share = visitorAnswers(store, fixedHeaders(policy), (c) =>
    noteVisit(visitOf(c, config.trustProxy), 200),
  );
  http.use((c, next) => {
    const mount = mountAt(mounts, c.req.path);
    return mount.shared && !policy.development ? share(c, next, mount) : next();
  });
  http.use((c, next) => (limitsOf(c.req.path).compress ? compression(c, next) : next()));
  // Before the body limit, which reads a chunked body to its end: one that never ends is given up like other work.
  http.use((c, next) => {
    const { deadlineMilliseconds } = limitsOf(c.req.path);
    return deadlineMilliseconds === null ? next() : deadline(deadlineMilliseconds, database)(c, next);
  });
  http.use((c, next) => mountAt(mounts, c.req.path).aroundBody?.(c, next) ?? next());
  http.use(async (c, next) => {
    const { bodyBytes } = limitsOf(c.req.path);
    if (bodyBytes === null) return next();
    const onError = () => {
      throw new AppError("too_large");
    };
    return bodyLimit({ maxSize: bodyBytes, onError })(c, next);
  });
  attachMounts(http, mounts);

  const answer = getRequestListener(http.fetch, { autoCleanupIncoming: false });
  const answerFromStore = createStoredAnswers({ store, config, metrics, noteVisit, log });
  const listener: RequestListener = (request, response) => {
    response.once("close", () => discardRest(request));
    if (!answerFromStore(request, response)) void answer(request, response);
  };
  return { http, mounts, listener };
}
