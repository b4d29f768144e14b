import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { AppError, describeTooLarge } from "#core/errors.ts";
import { getDownloadOrigin } from "#server/files/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { withDeadline } from "#server/platform/deadline.ts";
import type { Log } from "#server/platform/log.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { compression } from "./compression.ts";
import type { HttpEnvironment } from "./context.ts";
import { drainBody } from "./drain-body.ts";
import { hideToken } from "./hide-token.ts";
import { hostCookies } from "./host-cookies.ts";
import { createMetrics } from "./metrics.ts";
import { buildMountTable, type MountDeps } from "./mount-table.ts";
import { attachMounts, createMountLookup, type Mount } from "./mounts.ts";
import { createCachedResponder } from "./page-cache/cached-responder.ts";
import { createResponseCache } from "./page-cache/response-cache.ts";
import { shareResponses } from "./page-cache/share-responses.ts";
import { createPageRenderer } from "./page-renderer.ts";
import { createVisitRecorder, toVisit } from "./record-visit.ts";
import { renderError } from "./render-error.ts";
import { replicaReads } from "./replica-reads.ts";
import { buildFixedHeaders, securityHeaders } from "./security-headers.ts";

/** Mounts with writes that may change what visitors see. */
const PAGE_CHANGING_MOUNTS: ReadonlySet<Mount["name"]> = new Set(["pages", "auth", "storage"]);

/** Builds the edge: middleware for every request, then the mounts. */
export function createHttp(options: MountDeps & { readonly log: Log; readonly clock: Clock }) {
  const { app, config, database, log } = options;
  const policy = {
    isHttps: config.publicUrl.startsWith("https:"),
    isDevelopment: config.environment === "development",
    imageOrigin: getDownloadOrigin(config.storage.s3),
  };
  const cache = createResponseCache({ announcements: app.announcements, clock: options.clock });
  const metrics = createMetrics(database, app.live, cache);
  const recordVisit = createVisitRecorder(app, log);
  const mounts = buildMountTable(
    options,
    options.shareMetrics?.(metrics.registry) ?? metrics.registry,
    createPageRenderer({ config, pages: options.pages, policy, recordVisit }),
  );
  const getMount = createMountLookup(mounts);
  const http = new Hono<HttpEnvironment>();

  http.onError((error, c) => renderError(error, c, log));

  http.use((c, next) => {
    const sentId = config.trustProxy > 0 ? c.req.header("X-Request-Id") : undefined;
    const requestId = sentId && /^[\w.-]{1,128}$/.test(sentId) ? sentId : randomUUID();
    c.set("requestId", requestId);
    const mount = getMount(c);
    return runInRequestScope(requestId, async () => {
      const startedAt = performance.now();
      await next();
      c.res.headers.set("X-Request-Id", requestId);
      if (c.res.status === 503 && !c.res.headers.has("Retry-After")) c.res.headers.set("Retry-After", "5");
      const durationMs = performance.now() - startedAt;
      const statements = getRequestScope()?.statements ?? 0;
      metrics.observe(
        { method: c.req.method, mount: mount.name, status: c.res.status },
        durationMs / 1000,
        statements,
      );
      // Log neither invitation tokens nor query strings, which contain search terms and secrets from links in emails.
      const line = {
        requestId,
        method: c.req.method,
        path: hideToken(c.req.path),
        status: c.res.status,
        ms: Math.round(durationMs * 10) / 10,
        statements,
      };
      if (mount.name === "assets" || mount.name === "health") log.debug(line, "request");
      else log.info(line, "request");
    });
  });
  http.use(securityHeaders(policy));
  http.use(hostCookies(config));
  const mayHaveWritten = (c: Context<HttpEnvironment>) => {
    const isSafe = c.req.method === "GET" || c.req.method === "HEAD" || c.req.method === "OPTIONS";
    const hasQueried = (getRequestScope()?.statements ?? 0) > 0;
    return !isSafe && hasQueried && PAGE_CHANGING_MOUNTS.has(getMount(c).name);
  };
  if (database.replicas.statuses.length > 0)
    http.use(
      replicaReads({
        database,
        log,
        mayUseReplicas: (c) => getMount(c).shared !== undefined,
        mayHaveWritten,
      }),
    );
  // Confirm a write only once no process caches what the write changed, so that removed content is never shown again.
  http.use(async (c, next) => {
    await next();
    if (mayHaveWritten(c)) await app.announcements.waitForDelivery();
  });
  const share = shareResponses(cache, buildFixedHeaders(policy), (c) =>
    recordVisit(toVisit(c, config.trustProxy), 200),
  );
  http.use((c, next) => {
    const mount = getMount(c);
    return mount.shared && !policy.isDevelopment ? share(c, next, mount) : next();
  });
  http.use((c, next) => (getMount(c).limits.compress ? compression(c, next) : next()));
  // Runs before the body limit, which reads a chunked body to its end, so that a body that never ends times out.
  http.use((c, next) => {
    const { deadlineMs } = getMount(c).limits;
    if (deadlineMs === null) return next();
    const createError = () => new AppError("timeout");
    return withDeadline(next, { timeoutMs: deadlineMs, cancel: database.cancel, createError });
  });
  http.use((c, next) => getMount(c).aroundBody?.(c, next) ?? next());
  http.use(async (c, next) => {
    const { bodyBytes } = getMount(c).limits;
    if (bodyBytes === null) return next();
    const declaredBytes = Number(c.req.header("Content-Length"));
    const onError = () => {
      const message = describeTooLarge(declaredBytes > bodyBytes ? declaredBytes : null, bodyBytes);
      throw new AppError("too_large", { message });
    };
    // Node reads no more than the declared length, and bodyLimit's inspection costs more than parsing a form.
    const isDeclared = !Number.isNaN(declaredBytes) && c.req.header("Transfer-Encoding") === undefined;
    if (isDeclared && declaredBytes <= bodyBytes) return next();
    return bodyLimit({ maxSize: bodyBytes, onError })(c, next);
  });
  attachMounts(http, mounts);

  // A proxy's health check over HTTP/1.0 may have no Host header.
  const hostname = new URL(config.publicUrl).host;
  const respond = getRequestListener(http.fetch, { autoCleanupIncoming: false, hostname });
  const respondFromCache = createCachedResponder({ cache, config, metrics, recordVisit, log });
  // Serves visitors from the cache and passes everything else to `http`.
  const listener: RequestListener = (request, response) => {
    response.once("close", () => drainBody(request));
    if (!respondFromCache(request, response)) void respond(request, response);
  };
  return { http, mounts, listener };
}
