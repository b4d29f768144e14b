import { and, eq, inArray } from "drizzle-orm";
import { isBucketName, isKey } from "#core/storage/names.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { type BucketRow, buckets, type ObjectRow, objects } from "./tables.ts";

/** Throws StorageError("NoSuchBucket"). */
export async function findBucket({ database }: StorageDeps, id: string): Promise<BucketRow> {
  const [bucket] = isBucketName(id) ? await database.db.select().from(buckets).where(eq(buckets.id, id)) : [];
  if (!bucket) throw new StorageError("NoSuchBucket");
  return bucket;
}

/** Throws NoSuchKey, also for an invalid key. */
export async function findObject({ database }: StorageDeps, bucket: Pick<BucketRow, "id">, key: string) {
  const [object] = isKey(key)
    ? await database.db
        .select()
        .from(objects)
        .where(and(eq(objects.bucketId, bucket.id), eq(objects.name, key)))
    : [];
  if (!object) throw new StorageError("NoSuchKey");
  return object;
}

/** Throws StorageError("KeyAlreadyExists"). */
export async function assertKeyIsFree(
  { database }: StorageDeps,
  bucketId: string,
  key: string,
): Promise<void> {
  const isSameKey = and(eq(objects.bucketId, bucketId), eq(objects.name, key));
  if ((await database.db.$count(objects, isSameKey)) > 0) throw new StorageError("KeyAlreadyExists");
}

/** Returns the objects of a list's rows, by ID. Leaves out objects deleted since, and folders, which have no ID. */
export async function findObjectsById(
  { database }: StorageDeps,
  rows: readonly { readonly id: string | null }[],
) {
  const ids = rows.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return new Map<string, ObjectRow>();
  const objectRows = await database.db.select().from(objects).where(inArray(objects.id, ids));
  return new Map(objectRows.map((row) => [row.id, row]));
}

/** Escapes text for a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
