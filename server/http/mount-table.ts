import type { Handler, MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import { PICTURE_MAX_BYTES } from "#core/storage/limits.ts";
import type { App } from "#server/app.ts";
import { renderAvatar } from "#server/avatars/index.ts";
import type { Config } from "#server/config.ts";
import { type Database, expectedError } from "#server/database/index.ts";
import { takeTurns } from "#server/platform/turns.ts";
import type { HttpEnvironment } from "./context.ts";
import { type MetricsSource, mayReadMetrics, type ShareMetrics } from "./metrics.ts";
import type { Mount, MountLimits } from "./mounts.ts";
import type { PageHandler } from "./pages.ts";
import { staticFiles } from "./static-files.ts";

/** What the mounts work with. */
export interface MountedParts {
  readonly app: App;
  readonly config: Config;
  readonly database: Database;
  readonly pages: PageHandler;
  /** Folder of the built browser files; null when Vite serves them (development). */
  readonly clientFolder: string | null;
  /** Whether the program is about to stop: it answers what is under way and is no longer ready for more. */
  readonly isStopping: () => boolean;
  /** How long a request may take, in milliseconds. */
  readonly deadlineMs?: number;
  /** Where several processes serve the site: their metrics together. */
  readonly shareMetrics?: ShareMetrics;
}

const BODY_LIMIT = 1024 * 1024;
const DEADLINE_MS = 15_000;
const YEAR = 31_536_000;

/** Everything that is mounted, in the order in which it is asked. */
export function mountTable(
  options: MountedParts,
  registry: MetricsSource,
  showPage: Handler<HttpEnvironment>,
): Mount[] {
  const { app, config, database, clientFolder, isStopping } = options;
  const usual: MountLimits = {
    bodyBytes: BODY_LIMIT,
    deadlineMilliseconds: options.deadlineMs ?? DEADLINE_MS,
    compress: true,
  };

  const pictureFormTurn = takeTurns(2);
  const sendingPicture = new Set<string>();
  /**
   * A visitor's picture stays unread: the page answers as it does to a form without one. Of members' few are read at a
   * time, and one of each member, since a form is in memory several times over while it is parsed.
   */
  const takePictureForm: MiddlewareHandler<HttpEnvironment> = async (c, next) => {
    const { method, url, signal } = c.req.raw;
    if (method === "GET" || method === "HEAD") return next();
    const identity = await app.auth.identify(c.req.header("Cookie") ?? null);
    if (identity.state === "member") {
      const { id } = identity.member;
      if (sendingPicture.has(id)) throw new AppError("too_many_requests");
      sendingPicture.add(id);
      return pictureFormTurn(next).finally(() => sendingPicture.delete(id));
    }
    const headers = new Headers(c.req.raw.headers);
    for (const name of ["Content-Length", "Transfer-Encoding", "Content-Type"]) headers.delete(name);
    c.req.raw = new Request(url, {
      method,
      headers,
      signal,
      body: new URLSearchParams({ intent: "avatar" }),
    });
    return next();
  };
  const everyPage: Mount = {
    path: "/*",
    name: "pages",
    access: "pages",
    because: "web/routes.ts",
    limits: usual,
    shared: "pages",
    mount: { methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], handler: showPage },
  };

  return [
    {
      path: "/healthz",
      name: "health",
      limits: usual,
      access: "public",
      because: "says only that the process answers",
      mount: { methods: ["GET"], handler: (c) => c.text("ok\n") },
    },
    {
      path: "/readyz",
      name: "health",
      limits: usual,
      access: "public",
      because: "says only whether the database answers",
      mount: {
        methods: ["GET"],
        handler: async (c) => {
          if (isStopping()) return c.text("stopping\n", 503);
          try {
            await database.ping();
            return c.text("ready\n");
          } catch (error) {
            return c.text(`${expectedError(error)?.code ?? "not ready"}\n`, 503);
          }
        },
      },
    },
    {
      path: "/metrics",
      name: "health",
      limits: usual,
      access: "guarded",
      because: "METRICS_TOKEN, or this machine alone",
      mount: {
        methods: ["GET"],
        handler: async (c) =>
          mayReadMetrics(c, { token: config.metricsToken, trustProxy: config.trustProxy })
            ? c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType })
            : c.text("Not found\n", 404),
      },
    },
    {
      path: "/auth/v1",
      name: "auth",
      // The protocol has its own limits, and its own words for what is beyond them.
      limits: { ...usual, bodyBytes: null, deadlineMilliseconds: null },
      access: "guarded",
      because: "each route of server/auth/routes.ts says whom it lets in",
      mount: { app: app.auth.http },
    },
    {
      path: "/storage/v1",
      name: "storage",
      // Buckets say how large a file may be, and an upload takes as long as its line is slow: the server's
      // requestTimeout bounds it. Files keep their length and their ranges.
      limits: { bodyBytes: null, deadlineMilliseconds: null, compress: false },
      access: "guarded",
      because:
        "each route of server/storage/routes.ts says whom it asks for, core/storage/rules.ts what each may do",
      mount: { app: app.storage.http },
    },
    {
      path: "/functions/v1",
      name: "ai",
      // An answer is streamed as it is thought of: it has limits and words of its own, and nothing may gather it.
      limits: { bodyBytes: null, deadlineMilliseconds: null, compress: false },
      access: "guarded",
      because:
        "takes the public key or a member's token; counts what visitors, members and the whole site ask",
      mount: { app: app.ai.http },
    },
    {
      path: "/live",
      name: "live",
      // A stream stays open: nothing may gather it, and only what comes before its first byte has a deadline.
      limits: { ...usual, compress: false },
      access: "public",
      because:
        "tells ids and figures that every visitor may read; a member's own go to the streams of his session alone",
      mount: { methods: ["GET"], handler: (c) => app.live.open(c) },
    },
    {
      path: "/avatars/:name",
      name: "assets",
      limits: usual,
      access: "public",
      because: "a picture drawn from the name in the address",
      mount: {
        methods: ["GET"],
        handler: (c) =>
          c.body(renderAvatar((c.req.param("name") ?? "").replace(/\.svg$/, "")), 200, {
            "Content-Type": "image/svg+xml",
            "Cache-Control": `public, max-age=${YEAR}, immutable`,
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          }),
      },
    },
    {
      path: "/news-images",
      name: "assets",
      limits: { ...usual, compress: false },
      access: "public",
      because: "pictures of articles that everyone may read",
      mount: { app: app.news.pictures },
    },
    {
      path: "/og",
      name: "assets",
      limits: { ...usual, compress: false },
      shared: "all",
      access: "public",
      because: "pictures of posts, articles and members that everyone may read",
      mount: { app: app.sharing.http },
    },
    {
      path: "/feeds",
      name: "feeds",
      limits: usual,
      shared: "all",
      access: "public",
      because: "the newest articles and posts, which everyone may read",
      mount: { app: app.syndication.feeds },
    },
    {
      path: "/sitemap.xml",
      name: "feeds",
      limits: usual,
      shared: "all",
      access: "public",
      because: "addresses of pages that everyone may read",
      mount: {
        methods: ["GET"],
        handler: async (c) =>
          c.body(await app.syndication.sitemap(), 200, {
            "Content-Type": "application/xml; charset=utf-8",
            "Cache-Control": "public, no-cache",
          }),
      },
    },
    {
      path: "/robots.txt",
      name: "feeds",
      limits: usual,
      shared: "all",
      access: "public",
      because: "tells search engines what to leave alone",
      mount: { methods: ["GET"], handler: (c) => c.text(app.syndication.robots()) },
    },
    // A picture is sent with its form, from a page with scripts and from one without: before what takes every path.
    ...["/settings/avatar", "/settings/avatar.data"].map((path) => ({
      ...everyPage,
      path,
      limits: { ...usual, bodyBytes: PICTURE_MAX_BYTES + BODY_LIMIT },
      aroundBody: takePictureForm,
    })),
    ...(clientFolder
      ? (
          [
            ["/assets/*", "assets"],
            ["/*", "pages"],
          ] as const
        ).map(([path, name]) => ({
          path,
          name,
          access: "public" as const,
          because: "the built files of the browser part; anything else falls through to the pages",
          limits: usual,
          ...(name === "pages" && { shared: "pages" as const }),
          mount: { methods: ["GET"], handler: staticFiles(clientFolder) },
        }))
      : []),
    everyPage,
  ];
}
