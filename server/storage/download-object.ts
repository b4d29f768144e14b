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
  storage: StorageDeps,
  bucketId: string,
  actor: StorageActor,
  c: Context,
) => Promise<BucketRow>;
type SendObject = (c: Context, storage: StorageDeps, bucket: BucketRow, key: string) => Promise<Response>;

/** Creates the handler for a path: `find` finds its bucket if the actor may read it, and `send` sends the object. */
export const createReadHandler =
  (prefix: string, find: FindBucket, send: SendObject): StorageHandler =>
  async (c, storage, actor) => {
    const { bucketId, key } = parseObjectPath(c, prefix);
    return send(c, storage, await find(storage, bucketId, actor, c), key);
  };

export const findReadableBucket: FindBucket = async (storage, bucketId, actor) => {
  const bucket = await findBucket(storage, bucketId);
  if (!canReadObject(actor, bucket)) throw new StorageError("NoSuchKey");
  return bucket;
};

export const findPublicBucket: FindBucket = async (storage, bucketId) => {
  const bucket = await findBucket(storage, bucketId);
  if (!bucket.isPublic) throw new StorageError("NoSuchBucket");
  return bucket;
};

/** Requires a token unless the bucket is public, so that clients without one can't discover private buckets. */
const findPublicOrReadableBucket: FindBucket = (storage, bucketId, actor, c) =>
  findPublicBucket(storage, bucketId, actor, c).catch(async (error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    return findReadableBucket(
      storage,
      bucketId,
      await storage.identifyActor(c.req.header("authorization")),
      c,
    );
  });

const sendInfo: SendObject = async (c, storage, bucket, key) =>
  c.json(presentInfo(await findObject(storage, bucket, key)));

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
  async (storage, bucketId, visitor, c) => {
    const authorization = c.req.header("authorization");
    if (!authorization) return findPublicOrReadableBucket(storage, bucketId, visitor, c);
    return findReadableBucket(storage, bucketId, await storage.identifyActor(authorization), c);
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
