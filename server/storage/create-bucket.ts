import { z } from "zod";
import { assertBucketName } from "#core/storage/names.ts";
import { isStorageAdministrator } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageHandler } from "./handler.ts";
import { bucketColumns, bucketSettings } from "./manage-bucket.ts";
import { jsonBody } from "./request-parts.ts";
import { buckets } from "./tables.ts";

const shape = bucketSettings.extend({
  name: z.string({ error: "must have required property 'name'" }),
  id: z.string().nullish(),
});

/** POST /bucket */
export const handleCreateBucket: StorageHandler = async (c, storage) => {
  const caller = await storage.identifyActor(c.req.header("authorization"));
  const given = await jsonBody(c, shape);
  const id = given.id || given.name;
  assertBucketName(given.name);
  assertBucketName(id);
  const columns = bucketColumns(storage, given);
  if (!isStorageAdministrator(caller)) throw new StorageError("AccessDenied");

  const now = storage.clock.now();
  const made = await storage.database.db
    .insert(buckets)
    .values({ ...columns, id, name: given.name, ownerId: caller.userId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: buckets.id });
  if (made.length === 0) throw new StorageError("BucketAlreadyExists");
  return c.json({ name: given.name });
};
