import { readdirSync } from "node:fs";
import type { Handler } from "hono";
import { BRAND_MOUNT, buildIconPath } from "#core/settings/branding.ts";
import { BRAND_IMAGE_MAX_BYTES, FAVICON_SIZES } from "#core/settings/constants.ts";
import { IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import type { App } from "#server/app.ts";
import { renderAvatar } from "#server/avatars/index.ts";
import type { Config } from "#server/config.ts";
import { type Database, findExpectedError } from "#server/database/index.ts";
import { canReadMetrics } from "./can-read-metrics.ts";
import type { HttpEnvironment } from "./context.ts";
import { createImageFormLimit } from "./limit-image-forms.ts";
import type { MetricsSource, ShareMetrics } from "./metrics.ts";
import type { Mount, MountLimits } from "./mounts.ts";
import type { PageHandler } from "./pages.ts";
import { reportReplicas } from "./report-replicas.ts";
import { staticFiles } from "./static-files.ts";

export interface MountDeps {
  readonly app: App;
  readonly config: Config;
  readonly database: Database;
  readonly pages: PageHandler;
  /** The built browser files; null when Vite serves them (development). */
  readonly clientFolder: string | null;
  /** Whether the program is shutting down: it finishes running requests but isn't ready for more. */
  readonly isStopping: () => boolean;
  readonly deadlineMs?: number;
  readonly shareMetrics?: ShareMetrics;
}

const BODY_MAX_BYTES = 1024 * 1024;
const DEADLINE_MS = 15_000;
const YEAR_SECONDS = 31_536_000;

/** A mount with only those limits that differ from the defaults. */
type MountEntry = Omit<Mount, "limits"> & { readonly limits?: Partial<MountLimits> };

const get = (handler: Handler<HttpEnvironment>) => ({ methods: ["GET"], handler });

/** Lists all mounts, in matching order. */
export function buildMountTable(
  deps: MountDeps,
  metricsSource: MetricsSource,
  renderPage: Handler<HttpEnvironment>,
): Mount[] {
  const { app, config, database, clientFolder, isStopping } = deps;
  const defaultLimits: MountLimits = {
    bodyBytes: BODY_MAX_BYTES,
    deadlineMs: deps.deadlineMs ?? DEADLINE_MS,
    compress: true,
  };
  const limitImageForms = createImageFormLimit(app.auth);
  const everyPage: MountEntry = {
    path: "/*",
    name: "pages",
    access: "pages",
    reason: "web/routes.ts",
    shared: "pages",
    mount: { methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], handler: renderPage },
  };

  const entries: MountEntry[] = [
    {
      path: "/healthz",
      name: "health",
      access: "public",
      reason: "only says that the process responds",
      mount: get((c) => c.text("ok\n")),
    },
    {
      path: "/readyz",
      name: "health",
      access: "public",
      reason: "only reports the states of the database, the files and the replicas (without their names)",
      mount: get(async (c) => {
        if (isStopping()) return c.text("stopping\n", 503);
        try {
          await database.ping();
          if (!(await app.files.isAvailable())) return c.text("storage_unavailable\n", 503);
          // An unavailable replica is no reason for a proxy to avoid this process, and mustn't delay the response.
          void database.replicas.check();
          return c.text(`ready\n${reportReplicas(database.replicas)}`);
        } catch (error) {
          return c.text(`${findExpectedError(error)?.code ?? "not ready"}\n`, 503);
        }
      }),
    },
    {
      path: "/metrics",
      name: "health",
      access: "guarded",
      reason: "METRICS_TOKEN, or local requests only",
      mount: get(async (c) =>
        canReadMetrics(c, { token: config.metricsToken, trustProxy: config.trustProxy })
          ? c.body(await metricsSource.metrics(), 200, { "Content-Type": metricsSource.contentType })
          : c.text("Not found\n", 404),
      ),
    },
    {
      path: "/auth/v1",
      name: "auth",
      // The protocol defines its own limits and errors.
      limits: { bodyBytes: null, deadlineMs: null },
      access: "guarded",
      reason: "each route in server/auth/routes.ts declares its access",
      mount: { app: app.auth.http },
    },
    {
      path: "/.well-known/oauth-authorization-server/auth/v1",
      name: "auth",
      access: "public",
      reason: "where OAuth clients look for the metadata of a server whose URL has a path (RFC 8414)",
      mount: get(async () => app.auth.http.request("/.well-known/oauth-authorization-server")),
    },
    {
      path: "/storage/v1",
      name: "storage",
      // Buckets limit the size, and requestTimeout limits the time. Without compression, length and ranges stay valid.
      limits: { bodyBytes: null, deadlineMs: null, compress: false },
      access: "guarded",
      reason:
        "server/storage/routes.ts declares who may call each route, core/storage/rules.ts what they may do",
      mount: { app: app.storage.http },
    },
    {
      path: "/functions/v1",
      name: "ai",
      // Answers are streamed, so nothing may buffer them; this mount has its own limits and errors.
      limits: { bodyBytes: null, deadlineMs: null, compress: false },
      access: "guarded",
      reason: "requires the public key or a member's token, with quotas for visitors, members and the site",
      mount: { app: app.ai.http },
    },
    {
      path: "/live",
      name: "live",
      // A stream stays open: nothing may buffer it, and the deadline only applies until its first byte.
      limits: { compress: false },
      access: "public",
      reason: "sends IDs and counts that are public; a member's own events only go to their own streams",
      mount: get((c) => app.live.open(c)),
    },
    {
      path: "/avatars/:name",
      name: "assets",
      access: "public",
      reason: "a picture generated from the name in the URL",
      mount: get((c) =>
        c.body(renderAvatar((c.req.param("name") ?? "").replace(/\.svg$/, "")), 200, {
          "Content-Type": "image/svg+xml",
          "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        }),
      ),
    },
    {
      path: BRAND_MOUNT,
      name: "assets",
      limits: { compress: false },
      access: "public",
      reason: "the site's uploaded logo and favicon",
      mount: { app: app.settings.http },
    },
    {
      path: "/favicon.ico",
      name: "assets",
      access: "public",
      reason: "where browsers look for a favicon when a page doesn't name one",
      mount: get(async (c) => {
        const { favicon } = (await app.settings.read()).branding;
        c.header("Cache-Control", "public, max-age=300");
        return c.redirect(favicon ? buildIconPath(favicon, FAVICON_SIZES[0]) : "/favicon.svg");
      }),
    },
    {
      path: "/news-images",
      name: "assets",
      limits: { compress: false },
      access: "public",
      reason: "pictures of public articles",
      mount: { app: app.news.imagesHttp },
    },
    {
      path: "/og",
      name: "assets",
      limits: { compress: false },
      shared: "all",
      access: "public",
      reason: "pictures of public posts, articles and members",
      mount: { app: app.sharing.http },
    },
    {
      path: "/feeds",
      name: "feeds",
      shared: "all",
      access: "public",
      reason: "the newest public articles and posts",
      mount: { app: app.syndication.feeds },
    },
    {
      path: "/sitemap.xml",
      name: "feeds",
      shared: "all",
      access: "public",
      reason: "URLs of public pages",
      mount: get(async (c) =>
        c.body(await app.syndication.buildSitemap(), 200, {
          "Content-Type": "application/xml; charset=utf-8",
          "Cache-Control": "public, no-cache",
        }),
      ),
    },
    {
      path: "/robots.txt",
      name: "feeds",
      shared: "all",
      access: "public",
      reason: "lists the paths that search engines should skip",
      mount: get((c) => c.text(app.syndication.buildRobots())),
    },
    // Image uploads, with and without JavaScript. Must come before the mount that matches every path.
    ...[
      ["/settings/avatar", IMAGE_MAX_BYTES] as const,
      ["/admin/branding", BRAND_IMAGE_MAX_BYTES] as const,
    ].flatMap(([page, maxBytes]) =>
      [page, `${page}.data`].map((path) => ({
        ...everyPage,
        path,
        limits: { bodyBytes: maxBytes + BODY_MAX_BYTES },
        aroundBody: limitImageForms,
      })),
    ),
    ...(clientFolder ? listStaticPaths(clientFolder) : []).map((path) => ({
      path,
      name: "assets" as const,
      access: "public" as const,
      reason: "the built browser files",
      mount: get(staticFiles(clientFolder ?? "")),
    })),
    everyPage,
  ];
  return entries.map((entry) => ({ ...entry, limits: { ...defaultLimits, ...entry.limits } }));
}

/** Lists the build's files and folders once, because looking for a file would slow down every request for a page. */
const listStaticPaths = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).map((entry) =>
    entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`,
  );
