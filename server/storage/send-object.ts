import type { Context } from "hono";
import { parseRange } from "#core/storage/byte-range.ts";
import { allowsRange, isUnchanged } from "#core/storage/conditions.ts";
import { formatContentDisposition } from "#core/storage/content-disposition.ts";
import { POST_IMAGE_THUMBNAIL_WIDTH } from "#core/storage/limits.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { findObject } from "./find-object.ts";
import { buildErrorBody } from "./render-error.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";

const YEAR_SECONDS = 31_536_000;
const ATTEMPTS_MAX = 3;

/**
 * Sends an object, a redirect to S3, 304 if the client's copy is current, or 416 for an unsatisfiable range. Throws
 * StorageError("NoSuchKey").
 */
export async function sendObject(c: Context, deps: StorageDeps, bucket: BucketRow, key: string) {
  for (let attempt = 1; ; attempt += 1) {
    const object = await findObject(deps, bucket, key);
    const response = await sendVersion(c, deps, bucket, object);
    if (response) return response;
    // The file is gone, probably because the object was replaced or deleted after its row was read. Read the row again.
    if (attempt === ATTEMPTS_MAX) {
      deps.log.error({ bucket: bucket.id, object: object.id }, "an object's file is missing");
      throw new StorageError("NoSuchKey");
    }
  }
}

async function sendVersion(c: Context, deps: StorageDeps, bucket: BucketRow, object: ObjectRow) {
  const { file, size, etag } = selectStoredFile(object, c.req.query("width"));
  const current = { etag, modifiedAt: object.updatedAt };
  const headers = buildHeaders(c, bucket, object, etag);

  const ifNoneMatch = c.req.header("if-none-match");
  const ifModifiedSince = c.req.header("if-modified-since");
  if (isUnchanged({ ifNoneMatch, ifModifiedSince }, current))
    return new Response(null, { status: 304, headers });

  if (canLoadFromS3(c) && isInert(object.contentType)) {
    const disposition = headers.get("Content-Disposition");
    const url = await deps.files.signDownload(file, { contentType: object.contentType, disposition });
    if (url !== null)
      return new Response(null, { status: 302, headers: { Location: url, "Cache-Control": "no-store" } });
  }

  const range = allowsRange(c.req.header("if-range"), current)
    ? parseRange(c.req.header("range"), size)
    : "full";
  if (range === "unsatisfiable") {
    const refusal = Response.json(buildErrorBody(new StorageError("InvalidRange")), { status: 416 });
    refusal.headers.set("Content-Range", `bytes */${size}`);
    refusal.headers.set("Cache-Control", "no-store");
    return refusal;
  }
  headers.set("Content-Type", object.contentType);
  headers.set("Content-Length", String(range === "full" ? size : range.end - range.start + 1));
  if (range !== "full") headers.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  const status = range === "full" ? 200 : 206;
  if (c.req.method === "HEAD") return new Response(null, { status, headers });
  const bytes = await deps.files.get(file, range === "full" ? undefined : range);
  return bytes && new Response(bytes, { status, headers });
}

/**
 * Whether the client can load the file from S3: only if a browser loads it as an image or other media, or navigates
 * to it. For a script's request, the S3 bucket would have to allow the site's origin.
 */
const canLoadFromS3 = (c: Context): boolean =>
  c.req.method === "GET" &&
  c.req.header("authorization") === undefined &&
  /^(?:no-cors|navigate)$/.test(c.req.header("sec-fetch-mode") ?? "");

/** Whether files of the type can't run scripts. S3 doesn't send the headers that would prevent scripts. */
const isInert = (contentType: string): boolean =>
  /^(?:image\/(?!svg)|audio\/|video\/|font\/)/i.test(contentType);

/** Returns the thumbnail if it's wide enough, otherwise the original. */
function selectStoredFile(object: ObjectRow, width: string | undefined) {
  const { thumbnailFile, thumbnailSize } = object;
  const requestedWidth = /^\d{1,5}$/.test(width ?? "") ? Number(width) : Number.POSITIVE_INFINITY;
  if (thumbnailFile === null || thumbnailSize === null || requestedWidth > POST_IMAGE_THUMBNAIL_WIDTH) {
    return { file: object.file, size: object.size, etag: object.etag };
  }
  return { file: thumbnailFile, size: thumbnailSize, etag: object.etag.replace(/"$/, '-small"') };
}

export function buildHeaders(c: Context, bucket: BucketRow, object: ObjectRow, etag: string): Headers {
  const isCurrentVersion = c.req.query("v") === object.version;
  const headers = new Headers({
    ETag: etag,
    "Last-Modified": object.updatedAt.toUTCString(),
    "Cache-Control": isCurrentVersion ? `public, max-age=${YEAR_SECONDS}, immutable` : object.cacheControl,
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
    // A file that is opened directly in a browser can't run scripts or load anything.
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
  if (!bucket.isPublic) headers.set("Vary", "Authorization");
  const disposition = formatContentDisposition(c.req.query("download"), object.name);
  if (disposition) headers.set("Content-Disposition", disposition);
  return headers;
}
