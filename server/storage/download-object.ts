import type { Context } from "hono";
import { canReadObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { findBucket, findObject } from "./find-object.ts";
import { presentInfo } from "./present-object.ts";
import { parseObjectPath } from "./request-parts.ts";
import { sendObject } from "./send-object.ts";
import type { BucketRow } from "./tables.ts";

/** GET and HEAD /object/{bucket}/{key}: public for public buckets, otherwise for the bearer. */
export const handleDownload: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object");
  const publicBucket = await findPublicBucket(storage, bucketId).catch(ignoreStorageError);
  return sendObject(c, storage, publicBucket ?? (await findBucketOfBearer(c, storage, bucketId)), key);
};

/** GET and HEAD /object/authenticated/{bucket}/{key} */
export const handleDownloadAuthenticated: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/authenticated");
  return sendObject(c, storage, await findBucketOfBearer(c, storage, bucketId), key);
};

/** GET and HEAD /object/public/{bucket}/{key}: used for images on pages. */
export const handleDownloadPublic: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/public");
  return sendObject(c, storage, await findPublicBucket(storage, bucketId), key);
};

/** GET /object/info/{bucket}/{key}: public buckets need no token, but an invalid one is refused. */
export const handleInfo: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info");
  const publicBucket = c.req.header("authorization")
    ? undefined
    : await findPublicBucket(storage, bucketId).catch(ignoreStorageError);
  const bucket = publicBucket ?? (await findBucketOfBearer(c, storage, bucketId));
  return c.json(presentInfo(await findObject(storage, bucket, key)));
};

/** GET /object/info/authenticated/{bucket}/{key} */
export const handleInfoAuthenticated: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info/authenticated");
  const bucket = await findBucketOfBearer(c, storage, bucketId);
  return c.json(presentInfo(await findObject(storage, bucket, key)));
};

/** GET /object/info/public/{bucket}/{key} */
export const handleInfoPublic: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info/public");
  return c.json(presentInfo(await findObject(storage, await findPublicBucket(storage, bucketId), key)));
};

/** Lets the token be checked next, so that clients without a valid one can't learn whether the bucket exists. */
function ignoreStorageError(error: unknown): undefined {
  if (!(error instanceof StorageError)) throw error;
}

export async function findBucketOfBearer(c: Context, storage: StorageDeps, bucketId: string) {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const bucket = await findBucket(storage, bucketId);
  if (!canReadObject(actor, bucket)) throw new StorageError("NoSuchKey");
  return bucket;
}

export async function findPublicBucket(storage: StorageDeps, bucketId: string): Promise<BucketRow> {
  const bucket = await findBucket(storage, bucketId);
  if (!bucket.isPublic) throw new StorageError("NoSuchBucket");
  return bucket;
}
