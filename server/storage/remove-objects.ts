import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { KEYS_PER_REQUEST_MAX } from "#core/storage/limits.ts";
import { isKey } from "#core/storage/names.ts";
import { canWriteObject } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageHandler } from "./deps.ts";
import { findBucket } from "./find-object.ts";
import { presentRow } from "./present-object.ts";
import { parseJsonBody, parseObjectPath } from "./request-parts.ts";
import { objects } from "./tables.ts";

const shape = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]))
    .min(1)
    .max(KEYS_PER_REQUEST_MAX),
});

/** DELETE /object/{bucket}: skips keys that don't exist or that the actor may not delete. */
export const handleRemoveObjects: StorageHandler = async (c, deps, actor) => {
  const { prefixes } = parseJsonBody(c, shape);
  const bucket = await findBucket(deps, parseObjectPath(c, "/object").bucketId);
  const keys = prefixes.filter((key) => isKey(key) && canWriteObject(actor, bucket, key));
  if (keys.length === 0) return c.json([]);
  const condition = and(eq(objects.bucketId, bucket.id), inArray(objects.name, keys));
  return c.json((await deleteRows(deps, condition, KEYS_PER_REQUEST_MAX)).map(presentRow));
};

/** DELETE /object/{bucket}/{key} */
export const handleRemoveObject: StorageHandler = async (c, deps, actor) => {
  const { bucketId, key } = parseObjectPath(c, "/object");
  const bucket = await findBucket(deps, bucketId);
  if (!canWriteObject(actor, bucket, key)) throw new StorageError("AccessDenied");
  const condition = and(eq(objects.bucketId, bucket.id), eq(objects.name, key));
  if (!isKey(key) || (await deleteRows(deps, condition, 1)).length === 0) throw new StorageError("NoSuchKey");
  return c.json({ message: "Successfully deleted" });
};
