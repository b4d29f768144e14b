import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import type { HttpEnvironment } from "./context.ts";

const HASHED_PATH = /[/\\]assets[/\\]/;

/** Serves the built browser files, compressed at build time. Names under assets/ contain a hash. */
export function staticFiles(folder: string): MiddlewareHandler<HttpEnvironment> {
  return serveStatic<HttpEnvironment>({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      c.header(
        "Cache-Control",
        HASHED_PATH.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
}
