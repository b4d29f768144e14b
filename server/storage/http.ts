import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { StorageError } from "#core/storage/storage-errors.ts";
import { identifyAndReadBody } from "#server/platform/identify-and-read-body.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import type { StorageDeps } from "./deps.ts";
import { renderStorageError } from "./render-error.ts";
import { readBodyText } from "./request-parts.ts";
import { STORAGE_ROUTES } from "./routes.ts";

const VISITOR = { role: "anon", userId: null, isAnonymous: false };

/** Creates the app to mount at /storage/v1 from the table of routes. */
export function createStorageHttp(deps: StorageDeps): Hono {
  const app = new Hono();
  app.onError((error, c) => renderStorageError(c, error, deps.log));
  app.use(
    // The protocol doesn't use cookies, so calls from any origin are safe.
    cors({
      origin: "*",
      allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
      allowHeaders: [
        "authorization",
        "apikey",
        "content-type",
        "x-client-info",
        "x-supabase-api-version",
        "x-upsert",
        "x-metadata",
        "cache-control",
        "range",
        "if-none-match",
        "if-modified-since",
        "if-range",
      ],
      exposeHeaders: ["X-Total-Count", "Link", "ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
      maxAge: 600,
    }),
    async (c, next) => {
      await (getRequestScope() ? next() : runInRequestScope(randomUUID(), next));
      if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
    },
  );
  for (const { method, path, access, handler, body } of STORAGE_ROUTES)
    app.on(method, path, async (c) => {
      if (access !== "bearer") return handler(c, deps, VISITOR);
      const identify = () => deps.identifyActor(c.req.header("authorization"));
      if (body !== "json") return handler(c, deps, await identify());
      const { identity } = await identifyAndReadBody(c, identify, () => readBodyText(c));
      return handler(c, deps, identity);
    });
  app.all("*", () => {
    throw new StorageError("RouteNotFound");
  });
  return app;
}
