import { eq } from "drizzle-orm";
import { isStorageAdministrator } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { findBucket } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { parseObjectPath } from "./request-parts.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/** POST /bucket/{id}/empty: deletes the first batch before responding, so that a small bucket is empty immediately. */
export const handleEmptyBucket: StorageHandler = async (c, storage) => {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  if (!isStorageAdministrator(actor)) {
    throw new StorageError("AccessDenied", { http: 403, message: "Access denied: Invalid role" });
  }
  const { bucketId } = parseObjectPath(c, "/bucket");
  const bucket = await findBucket(storage, bucketId);
  if (await deletePart(storage, bucket.id)) {
    void deleteTheRest(storage, bucket.id).catch((error: unknown) =>
      storage.log.error({ err: error, bucket: bucket.id }, "emptying a bucket failed"),
    );
  }
  return c.json({ message: "Empty bucket has been queued. Completion may take up to an hour." });
};

/** Returns whether there may be more. */
async function deletePart(storage: StorageDeps, bucketId: string): Promise<boolean> {
  return (await deleteRows(storage, eq(objects.bucketId, bucketId), BATCH)).length === BATCH;
}

async function deleteTheRest(storage: StorageDeps, bucketId: string): Promise<void> {
  while (await deletePart(storage, bucketId));
}
