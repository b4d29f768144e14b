import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import type { HttpEnvironment } from "./context.ts";

const HASHED_PATH = /[/\\]assets[/\\]/;
const CACHE_MAX_BYTES = 16 * 1024 ** 2;
const CACHED_FILE_MAX_BYTES = 1024 ** 2;
/** The headers that depend only on the file. Others, such as the content security policy, are new for each response. */
const FILE_HEADERS = ["Content-Type", "Content-Encoding", "Last-Modified", "Cache-Control"];

interface CachedFile {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Serves the built browser files, compressed at build time. Names under assets/ contain a hash. Files are cached in
 * memory, because opening and reading a file takes as long as the rest of the request, and a first visit requests
 * twenty files.
 */
export function staticFiles(folder: string): MiddlewareHandler<HttpEnvironment> {
  const serveFromDisk = serveStatic<HttpEnvironment>({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      c.header(
        "Cache-Control",
        HASHED_PATH.test(path) ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
    },
  });
  const cache = new LRUCache<string, CachedFile>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: CACHED_FILE_MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.byteLength + key.length + 500,
  });
  return async (c, next) => {
    if (c.req.method !== "GET" || c.req.header("Range") !== undefined) return serveFromDisk(c, next);
    const key = `${c.req.path}\n${c.req.header("Accept-Encoding") ?? ""}`;
    const cachedFile = cache.get(key);
    if (cachedFile) {
      for (const [name, value] of cachedFile.headers) c.header(name, value);
      if (cachedFile.headers.some(([name]) => name === "Content-Encoding"))
        c.header("Vary", "Accept-Encoding", { append: true });
      return c.body(cachedFile.body);
    }
    const response = await serveFromDisk(c, next);
    if (response?.status !== 200) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    // Unlike the library's response, this one has the header that `onFound` sets.
    const completeResponse = c.body(body);
    const headers = FILE_HEADERS.flatMap((name) => {
      const value = completeResponse.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    cache.set(key, { headers, body });
    return completeResponse;
  };
}
