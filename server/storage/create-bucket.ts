import { z } from "zod";
import { assertBucketName } from "#core/storage/names.ts";
import { isStorageAdministrator } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageHandler } from "./handler.ts";
import { bucketSettings, toBucketColumns } from "./manage-bucket.ts";
import { readJsonBody } from "./request-parts.ts";
import { buckets } from "./tables.ts";

const shape = bucketSettings.extend({
  name: z.string({ error: "must have required property 'name'" }),
  id: z.string().nullish(),
});

/** POST /bucket */
export const handleCreateBucket: StorageHandler = async (c, storage) => {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const body = await readJsonBody(c, shape);
  const id = body.id || body.name;
  assertBucketName(body.name);
  assertBucketName(id);
  const columns = toBucketColumns(storage, body);
  if (!isStorageAdministrator(actor)) throw new StorageError("AccessDenied");

  const now = storage.clock.now();
  const created = await storage.database.db
    .insert(buckets)
    .values({ ...columns, id, name: body.name, ownerId: actor.userId, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: buckets.id });
  if (created.length === 0) throw new StorageError("BucketAlreadyExists");
  return c.json({ name: body.name });
};
