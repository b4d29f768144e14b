import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { isUnchanged } from "#core/storage/conditions.ts";
import {
  chooseAcceptedFormat,
  describeTransform,
  type ImageTransform,
  normalizeTransform,
  QUALITY_MAX,
  QUALITY_MIN,
  RESIZE_MODES,
  TRANSFORM_FORMATS,
} from "#core/storage/image-transform.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps, StorageHandler } from "../deps.ts";
import { createReadHandler, findPublicBucket, findReadableBucket } from "../download-object.ts";
import { findBucket, findObject } from "../find-object.ts";
import { getClientGroup, integer, optional, parseObjectPath, parseQuery } from "../request-parts.ts";
import { buildHeaders } from "../send-object.ts";
import { readAll } from "../store-image.ts";
import type { BucketRow, ObjectRow } from "../tables.ts";
import { encodeRendition, type Rendition } from "./encode-rendition.ts";
import { ClientGoneError } from "./rendition-cache.ts";

export const transformShape = z.object({
  width: optional(integer(0, 2 ** 31 - 1)),
  height: optional(integer(0, 2 ** 31 - 1)),
  resize: optional(z.enum(RESIZE_MODES)),
  quality: optional(integer(QUALITY_MIN, QUALITY_MAX)),
  format: optional(z.enum(TRANSFORM_FORMATS)),
});

/** The maximum size of an image that can be transformed. */
const SOURCE_MAX_BYTES = 25 * 1024 * 1024;
/** Limits new renditions per client. Cached ones don't count. */
const RENDITIONS_PER_CLIENT = { points: 600, durationSeconds: 600 } as const;
const ATTEMPTS_MAX = 3;

/** GET and HEAD /render/image/public/{bucket}/{key} */
export const handleRenderPublic = createReadHandler("/render/image/public", findPublicBucket, renderQuery);

/** GET and HEAD /render/image/authenticated/{bucket}/{key} */
export const handleRenderAuthenticated = createReadHandler(
  "/render/image/authenticated",
  findReadableBucket,
  renderQuery,
);

function renderQuery(c: Context, deps: StorageDeps, bucket: BucketRow, key: string) {
  return renderObject(c, deps, bucket, key, parseQuery(c, transformShape));
}

/** GET and HEAD /render/image/sign/{bucket}/{key}?token=: the token contains the transformation. */
export const handleRenderSigned: StorageHandler = async (c, deps) => {
  const { bucketId, key } = parseObjectPath(c, "/render/image/sign");
  const token = c.req.query("token") ?? "";
  const { transform } = await deps.tokens.verify(token, "render", `${bucketId}/${key}`);
  return renderObject(c, deps, await findBucket(deps, bucketId), key, transform);
};

/**
 * Sends the transformed image, or 304 if the client's copy is current. Throws StorageError: NoSuchKey, SlowDown,
 * ImageProcessingError, RequestTimeout (the client has disconnected).
 */
async function renderObject(
  c: Context,
  deps: StorageDeps,
  bucket: BucketRow,
  key: string,
  input: ImageTransform,
): Promise<Response> {
  const transform = normalizeTransform(input);
  const acceptedFormat =
    transform.format === undefined ? (chooseAcceptedFormat(c.req.header("accept") ?? "") ?? "") : "";
  for (let attempt = 1; ; attempt += 1) {
    const object = await findObject(deps, bucket, key);
    // The key is the same for identical transformations of a file, and differs between files.
    const cacheKey = JSON.stringify([
      object.file,
      describeTransform(transform),
      transform.format ?? acceptedFormat,
    ]);
    const etag = `"${createHash("sha256").update(`${object.etag} ${cacheKey}`).digest("base64url").slice(0, 27)}"`;
    const headers = buildRenditionHeaders(c, bucket, object, etag, transform);
    const ifNoneMatch = c.req.header("if-none-match");
    const ifModifiedSince = c.req.header("if-modified-since");
    if (isUnchanged({ ifNoneMatch, ifModifiedSince }, { etag, modifiedAt: object.updatedAt }))
      return new Response(null, { status: 304, headers });
    const rendition = await getRendition(c, deps, object, { cacheKey, transform, acceptedFormat });
    if (rendition) {
      headers.set("Content-Type", rendition.contentType);
      headers.set("Content-Length", String(rendition.bytes.length));
      const body = c.req.method === "HEAD" ? null : new Uint8Array(rendition.bytes);
      return new Response(body, { headers });
    }
    // The file is gone, probably because the object was replaced or deleted after its row was read. Read the row again.
    if (attempt === ATTEMPTS_MAX) {
      deps.log.error({ bucket: bucket.id, object: object.id }, "an object's file is missing");
      throw new StorageError("NoSuchKey");
    }
  }
}

function buildRenditionHeaders(
  c: Context,
  bucket: BucketRow,
  object: ObjectRow,
  etag: string,
  transform: ImageTransform,
): Headers {
  const headers = buildHeaders(c, bucket, object, etag);
  headers.delete("Accept-Ranges");
  headers.set("X-Transformations", describeTransform(transform));
  if (transform.format === undefined) headers.append("Vary", "Accept");
  return headers;
}

interface RenditionInput {
  readonly cacheKey: string;
  readonly transform: ImageTransform;
  /** The modern format that the client accepts; "" if there is none or the transformation specifies a format. */
  readonly acceptedFormat: string;
}

/** Finds or renders a transformed image. Undefined if the file no longer exists. */
async function getRendition(
  c: Context,
  deps: StorageDeps,
  object: ObjectRow,
  { cacheKey, transform, acceptedFormat }: RenditionInput,
): Promise<Rendition | undefined> {
  if (object.size > SOURCE_MAX_BYTES)
    throw new StorageError("ImageProcessingError", { message: "Source file is too big" });
  const client = getClientGroup(c, deps);
  try {
    return await deps.renditions.get({
      key: cacheKey,
      client,
      signal: c.req.raw.signal,
      async consumeLimit() {
        const { allowed } = await deps.limits.consume("storage-renditions", client, RENDITIONS_PER_CLIENT);
        if (!allowed)
          throw new StorageError("SlowDown", {
            message: "You've requested too many new images. Please try again later.",
          });
      },
      async create() {
        // The file is only read when the image reaches the front of the queue, so that waiting images use no memory.
        const stream = await deps.files.get(object.file);
        if (!stream) throw new StorageError("NoSuchKey");
        return encodeRendition(
          await readAll(stream, SOURCE_MAX_BYTES),
          transform,
          acceptedFormat && `image/${acceptedFormat}`,
        );
      },
    });
  } catch (error) {
    if (error instanceof StorageError && error.code === "NoSuchKey") return undefined;
    if (error instanceof ClientGoneError) throw new StorageError("RequestTimeout", { cause: error });
    throw error;
  }
}
