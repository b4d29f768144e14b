import { canSeeBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { findBucket } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { presentBucket } from "./present-bucket.ts";
import { parseObjectPath } from "./request-parts.ts";

/** GET /bucket/{id} */
export const handleGetBucket: StorageHandler = async (c, storage) => {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const bucket = await findBucket(storage, parseObjectPath(c, "/bucket").bucketId);
  if (!canSeeBucket(actor, bucket)) throw new StorageError("NoSuchBucket");
  return c.json(presentBucket(bucket));
};
