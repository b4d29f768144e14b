import zlib from "node:zlib";
import { createMiddleware } from "hono/factory";
import { chooseEncoding, type Encoding } from "./choose-encoding.ts";
import type { HttpEnvironment } from "./context.ts";
import { getHtml } from "./html-response.ts";

const COMPRESSIBLE_TYPE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|atom\+xml|rss\+xml|manifest\+json)|image\/svg\+xml)/;
/** Smaller responses fit into one packet anyway. */
const COMPRESSED_MIN_BYTES = 1024;

const { constants } = zlib;
const createBrotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // Large enough for a page; the default window needs sixteen times the memory.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});
// The levels were chosen by measurement (docs/bench.md): higher ones cost more time than the saved bytes are worth.
const BROTLI = createBrotliOptions(4);
/** Options for pages that are sent only once. They take half the time for 6% more bytes. */
const FAST_BROTLI = createBrotliOptions(3);
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const GZIP = { level: 5 };

/** Synchronous: threads brought no benefit for bodies of this size. */
const COMPRESSORS: Record<Encoding, (body: Uint8Array, isSentOnce: boolean) => Buffer> = {
  zstd: (body) => zlib.zstdCompressSync(body, ZSTD),
  br: (body, isSentOnce) => zlib.brotliCompressSync(body, isSentOnce ? FAST_BROTLI : BROTLI),
  gzip: (body) => zlib.gzipSync(body, GZIP),
};

/** Compresses dynamic responses except event streams and downloads. Static files are compressed at build time. */
export const compression = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  const { res } = c;
  const html = getHtml(res);
  const type = res.headers.get("Content-Type") ?? "";
  if (
    (html === undefined && !res.body) ||
    !COMPRESSIBLE_TYPE.test(type) ||
    res.headers.has("Content-Encoding") ||
    c.req.method === "HEAD"
  )
    return;
  if (/no-transform/.test(res.headers.get("Cache-Control") ?? "")) return;
  // A download is streamed and may be too large to buffer.
  if (res.headers.has("Content-Disposition")) return;
  res.headers.append("Vary", "Accept-Encoding");

  const encoding = chooseEncoding(c.req.header("Accept-Encoding") ?? "");
  const body = html === undefined ? new Uint8Array(await res.arrayBuffer()) : Buffer.from(html);
  const headers = new Headers(res.headers);
  const isCompressed = encoding !== undefined && body.length >= COMPRESSED_MIN_BYTES;
  const sentBody = isCompressed
    ? (COMPRESSORS[encoding](body, c.get("isShared") === false) as Buffer<ArrayBuffer>)
    : body;
  if (isCompressed) {
    headers.set("Content-Encoding", encoding);
    const etag = headers.get("ETag");
    if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  }
  headers.set("Content-Length", String(sentBody.length));
  c.res = undefined;
  c.res = new Response(sentBody, { status: res.status, headers });
});
