import zlib from "node:zlib";
import { createMiddleware } from "hono/factory";
import { chooseEncoding, type Encoding } from "./choose-encoding.ts";
import type { HttpEnvironment } from "./context.ts";

const COMPRESSIBLE =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|atom\+xml|rss\+xml|manifest\+json)|image\/svg\+xml)/;
/** Smaller answers fit into one packet as they are. */
const WORTH_IT_BYTES = 1024;

const { constants } = zlib;
/** Levels by measurement (docs/bench.md): beyond them a page's last bytes cost more time than they save. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // A page fits into a window of this size; the usual one takes sixteen times the memory for each.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
};
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const GZIP = { level: 5 };

/** At once and in place: threads brought nothing for bodies of this size. */
const COMPRESS: Record<Encoding, (body: Uint8Array) => Buffer> = {
  zstd: (body) => zlib.zstdCompressSync(body, ZSTD),
  br: (body) => zlib.brotliCompressSync(body, BROTLI),
  gzip: (body) => zlib.gzipSync(body, GZIP),
};

/**
 * Compresses what is made per request, once and as a whole, and sends it with its length. Event streams and downloads
 * stay as they are; static files are compressed when the program is built.
 */
export const compression = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  const { res } = c;
  const type = res.headers.get("Content-Type") ?? "";
  if (!res.body || !COMPRESSIBLE.test(type) || res.headers.has("Content-Encoding") || c.req.method === "HEAD")
    return;
  if (/no-transform/.test(res.headers.get("Cache-Control") ?? "")) return;
  // A download is written as it is read, and may be larger than what memory is to hold.
  if (res.headers.has("Content-Disposition")) return;
  res.headers.append("Vary", "Accept-Encoding");

  const encoding = chooseEncoding(c.req.header("Accept-Encoding") ?? "");
  const body = new Uint8Array(await res.arrayBuffer());
  const headers = new Headers(res.headers);
  const isWorthIt = encoding !== undefined && body.length >= WORTH_IT_BYTES;
  const sent = isWorthIt ? (COMPRESS[encoding](body) as Buffer<ArrayBuffer>) : body;
  if (isWorthIt) {
    headers.set("Content-Encoding", encoding);
    const etag = headers.get("ETag");
    if (etag && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
  }
  headers.set("Content-Length", String(sent.length));
  c.res = undefined;
  c.res = new Response(sent, { status: res.status, headers });
});
