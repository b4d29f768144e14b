import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import zlib from "node:zlib";
import { createMiddleware } from "hono/factory";
import type { HttpEnvironment } from "./context.ts";

const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|atom\+xml|rss\+xml|manifest\+json)|image\/svg\+xml)/;

/**
 * Compresses what is made per request, chunk by chunk: each chunk is flushed as it comes, so that a streamed page
 * is not held back. Event streams stay as they are; static files are compressed when the program is built.
 */
export const compression = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  const { res } = c;
  const type = res.headers.get("Content-Type") ?? "";
  if (!res.body || !COMPRESSIBLE.test(type) || res.headers.has("Content-Encoding") || c.req.method === "HEAD")
    return;
  if (/no-transform/.test(res.headers.get("Cache-Control") ?? "")) return;
  res.headers.append("Vary", "Accept-Encoding");

  const length = Number(res.headers.get("Content-Length") ?? Number.POSITIVE_INFINITY);
  if (length < 1024) return;
  const encoding = chooseEncoding(c.req.header("Accept-Encoding") ?? "");
  if (encoding === undefined) return;

  const encoder =
    encoding === "br"
      ? zlib.createBrotliCompress({
          flush: zlib.constants.BROTLI_OPERATION_FLUSH,
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
            [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
          },
        })
      : zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH, level: 6 });
  const source = Readable.fromWeb(res.body as NodeReadableStream);
  source.on("error", (error) => encoder.destroy(error));
  // A reader that goes away must stop the source as well.
  encoder.on("close", () => source.destroy());
  source.pipe(encoder);

  const headers = new Headers(res.headers);
  headers.delete("Content-Length");
  headers.set("Content-Encoding", encoding);
  const etag = headers.get("ETag");
  if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  c.res = undefined;
  c.res = new Response(Readable.toWeb(encoder) as ReadableStream, { status: res.status, headers });
});

/** The best of br and gzip that the client takes ("q=0" refuses one). */
function chooseEncoding(accept: string): "br" | "gzip" | undefined {
  const accepted = new Map(
    accept
      .split(",")
      .map((part) => part.trim().split(";"))
      .map(([name = "", ...parameters]) => {
        const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
        return [name.toLowerCase(), quality === undefined ? 1 : Number(quality)] as const;
      }),
  );
  const takes = (name: string) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : undefined;
}
