import type { Context } from "hono";
import { mayReadObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { findBucket, findObject } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { presentInfo } from "./present-object.ts";
import { parseObjectPath } from "./request-parts.ts";
import { sendObject } from "./send-object.ts";
import type { BucketRow } from "./tables.ts";

/** GET and HEAD /object/{bucket}/{key}: public for public buckets, otherwise for the bearer. */
export const handleDownload: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object");
  const open = await publicBucket(storage, bucketId).catch(unlessRefused);
  return sendObject(c, storage, open ?? (await bucketOfBearer(c, storage, bucketId)), key);
};

/** GET and HEAD /object/authenticated/{bucket}/{key} */
export const handleDownloadAuthenticated: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/authenticated");
  return sendObject(c, storage, await bucketOfBearer(c, storage, bucketId), key);
};

/** GET and HEAD /object/public/{bucket}/{key}: the address of pictures on pages. */
export const handleDownloadPublic: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/public");
  return sendObject(c, storage, await publicBucket(storage, bucketId), key);
};

/** GET /object/info/{bucket}/{key}: public buckets need no token, but an invalid one is refused. */
export const handleInfo: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info");
  const open = c.req.header("authorization")
    ? undefined
    : await publicBucket(storage, bucketId).catch(unlessRefused);
  const bucket = open ?? (await bucketOfBearer(c, storage, bucketId));
  return c.json(presentInfo(await findObject(storage, bucket, key)));
};

/** GET /object/info/authenticated/{bucket}/{key} */
export const handleInfoAuthenticated: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info/authenticated");
  const bucket = await bucketOfBearer(c, storage, bucketId);
  return c.json(presentInfo(await findObject(storage, bucket, key)));
};

/** GET /object/info/public/{bucket}/{key} */
export const handleInfoPublic: StorageHandler = async (c, storage) => {
  const { bucketId, key } = parseObjectPath(c, "/object/info/public");
  return c.json(presentInfo(await findObject(storage, await publicBucket(storage, bucketId), key)));
};

/** Clients without a token don't learn whether a bucket exists: the token is checked first. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof StorageError)) throw error;
}

async function bucketOfBearer(c: Context, storage: StorageDeps, bucketId: string): Promise<BucketRow> {
  const caller = await storage.identifyActor(c.req.header("authorization"));
  const bucket = await findBucket(storage, bucketId);
  if (!mayReadObject(caller, bucket)) throw new StorageError("NoSuchKey");
  return bucket;
}

async function publicBucket(storage: StorageDeps, bucketId: string): Promise<BucketRow> {
  const bucket = await findBucket(storage, bucketId);
  if (!bucket.isPublic) throw new StorageError("NoSuchBucket");
  return bucket;
}
