import { eq, sql } from "drizzle-orm";
import { isProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageHandler } from "./handler.ts";
import { requireManageableBucket } from "./manage-bucket.ts";
import { buckets, objects } from "./tables.ts";

/** DELETE /bucket/{id} */
export const handleDeleteBucket: StorageHandler = async (c, storage) => {
  const bucket = await requireManageableBucket(c, storage);
  if (isProductBucket(bucket.id)) {
    throw new StorageError("AccessDenied", { message: "The site uses this bucket, so it can't be deleted" });
  }
  await storage.database.db.transaction(async (tx) => {
    // Waits for uploads that have locked the bucket. Later uploads find no bucket.
    await tx.select({ id: buckets.id }).from(buckets).where(eq(buckets.id, bucket.id)).for("update");
    const { rows } = await tx.execute<{ taken: boolean }>(
      sql`select exists (select from ${objects} where ${objects.bucketId} = ${bucket.id}) as taken`,
    );
    if (rows[0]?.taken) throw new StorageError("ResourceNotEmpty");
    const deleted = await tx.delete(buckets).where(eq(buckets.id, bucket.id)).returning({ id: buckets.id });
    if (deleted.length === 0) throw new StorageError("NoSuchBucket");
  });
  return c.json({ message: "Successfully deleted" });
};
