import type { Context } from "hono";
import { canReadObject, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { findBucket, findObject } from "./find-object.ts";
import { presentInfo } from "./present-object.ts";
import { parseObjectPath } from "./request-parts.ts";
import { sendObject } from "./send-object.ts";
import type { BucketRow } from "./tables.ts";

type FindBucket = (
  deps: StorageDeps,
  bucketId: string,
  actor: StorageActor,
  c: Context,
) => Promise<BucketRow>;
type SendObject = (c: Context, deps: StorageDeps, bucket: BucketRow, key: string) => Promise<Response>;

/** Creates the handler for a path: `find` finds its bucket if the actor may read it, and `send` sends the object. */
export const createReadHandler =
  (prefix: string, find: FindBucket, send: SendObject): StorageHandler =>
  async (c, deps, actor) => {
    const { bucketId, key } = parseObjectPath(c, prefix);
    return send(c, deps, await find(deps, bucketId, actor, c), key);
  };

export const findReadableBucket: FindBucket = async (deps, bucketId, actor) => {
  const bucket = await findBucket(deps, bucketId);
  if (!canReadObject(actor, bucket)) throw new StorageError("NoSuchKey");
  return bucket;
};

export const findPublicBucket: FindBucket = async (deps, bucketId) => {
  const bucket = await findBucket(deps, bucketId);
  if (!bucket.isPublic) throw new StorageError("NoSuchBucket");
  return bucket;
};

/** Requires a token unless the bucket is public, so that clients without one can't discover private buckets. */
const findPublicOrReadableBucket: FindBucket = (deps, bucketId, actor, c) =>
  findPublicBucket(deps, bucketId, actor, c).catch(async (error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    return findReadableBucket(deps, bucketId, await deps.identifyActor(c.req.header("authorization")), c);
  });

const sendInfo: SendObject = async (c, deps, bucket, key) =>
  c.json(presentInfo(await findObject(deps, bucket, key)));

/** GET and HEAD /object/{bucket}/{key}: public buckets need no token. */
export const handleDownload = createReadHandler("/object", findPublicOrReadableBucket, sendObject);

/** GET and HEAD /object/authenticated/{bucket}/{key} */
export const handleDownloadAuthenticated = createReadHandler(
  "/object/authenticated",
  findReadableBucket,
  sendObject,
);

/** GET and HEAD /object/public/{bucket}/{key}: used for images on pages. */
export const handleDownloadPublic = createReadHandler("/object/public", findPublicBucket, sendObject);

/** GET /object/info/{bucket}/{key}: public buckets need no token, but an invalid token is refused. */
export const handleInfo = createReadHandler(
  "/object/info",
  async (deps, bucketId, visitor, c) => {
    const authorization = c.req.header("authorization");
    if (!authorization) return findPublicOrReadableBucket(deps, bucketId, visitor, c);
    return findReadableBucket(deps, bucketId, await deps.identifyActor(authorization), c);
  },
  sendInfo,
);

/** GET /object/info/authenticated/{bucket}/{key} */
export const handleInfoAuthenticated = createReadHandler(
  "/object/info/authenticated",
  findReadableBucket,
  sendInfo,
);

/** GET /object/info/public/{bucket}/{key} */
export const handleInfoPublic = createReadHandler("/object/info/public", findPublicBucket, sendInfo);
