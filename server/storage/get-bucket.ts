import { maySeeBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { findBucket } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { presentBucket } from "./present-bucket.ts";
import { addressOf } from "./request-parts.ts";

/** GET /bucket/{id} */
export const handleGetBucket: StorageHandler = async (c, storage) => {
  const caller = await storage.callerOf(c.req.header("authorization"));
  const bucket = await findBucket(storage, addressOf(c, "/bucket").bucketId);
  if (!maySeeBucket(caller, bucket)) throw new StorageError("NoSuchBucket");
  return c.json(presentBucket(bucket));
};
