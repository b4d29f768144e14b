import { eq } from "drizzle-orm";
import { isProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageHandler } from "./handler.ts";
import { bucketSettings, requireManageableBucket, toBucketColumns } from "./manage-bucket.ts";
import { readJsonBody } from "./request-parts.ts";
import { buckets } from "./tables.ts";

/** PUT /bucket/{id} */
export const handleUpdateBucket: StorageHandler = async (c, storage) => {
  const bucket = await requireManageableBucket(c, storage);
  const columns = toBucketColumns(storage, await readJsonBody(c, bucketSettings));
  if (isProductBucket(bucket.id) && columns.isPublic === false) {
    throw new StorageError("AccessDenied", { message: "The site uses this bucket, so it must stay public" });
  }
  await storage.database.db
    .update(buckets)
    .set({ ...columns, updatedAt: storage.clock.now() })
    .where(eq(buckets.id, bucket.id));
  return c.json({ message: "Successfully updated" });
};
