import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import type { StoredFile } from "./file-store.ts";
import { type ObjectRow, objects } from "./tables.ts";

/** Stored files without a row. */
export interface NewContent {
  readonly bucketId: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly original: StoredFile;
  readonly thumbnail: StoredFile | null;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly userMetadata: Record<string, unknown>;
}

/**
 * Makes an object visible under its key. Files of a replaced object are deleted once the row is committed. If the
 * object is refused, the new files are deleted. After any other error, the row may have been committed (the
 * connection may have broken at that moment), so the files stay and the repair job decides later. Throws
 * StorageError: KeyAlreadyExists (without `replace`), NoSuchBucket, AccessDenied (the owner's account is gone).
 */
export async function writeObject(
  context: StorageDeps,
  content: NewContent,
  { replace }: { replace: boolean },
): Promise<ObjectRow> {
  const ownFiles = [content.original.file, content.thumbnail?.file];
  try {
    const { row, replaced } = await commit(context, content, replace);
    await deleteFiles(context, replaced ? [replaced.file, replaced.thumbnailFile] : []);
    return row;
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal) await deleteFiles(context, ownFiles);
    throw refusal ?? error;
  }
}

function commit(
  { database, clock }: StorageDeps,
  { bucketId, name, original, thumbnail, ...rest }: NewContent,
  replace: boolean,
): Promise<{ row: ObjectRow; replaced: ObjectRow | undefined }> {
  const now = clock.now();
  const values = {
    ...rest,
    version: randomUUID(),
    file: original.file,
    size: original.size,
    etag: original.etag,
    thumbnailFile: thumbnail?.file ?? null,
    thumbnailSize: thumbnail?.size ?? null,
    updatedAt: now,
    lastAccessedAt: now,
  };
  return database.db.transaction(async (tx) => {
    // Concurrent uploads conflict on the unique key: the later one finds the earlier one's row and replaces it.
    // If that row is deleted in between, the next iteration inserts.
    for (;;) {
      const [created] = await tx
        .insert(objects)
        .values({ ...values, bucketId, name, createdAt: now })
        .onConflictDoNothing({ target: [objects.bucketId, objects.name] })
        .returning();
      if (created) return { row: created, replaced: undefined };
      if (!replace) throw new StorageError("KeyAlreadyExists");
      const [replaced] = await tx
        .select()
        .from(objects)
        .where(and(eq(objects.bucketId, bucketId), eq(objects.name, name)))
        .for("update");
      if (!replaced) continue;
      const [row] = await tx.update(objects).set(values).where(eq(objects.id, replaced.id)).returning();
      if (row) return { row, replaced };
    }
  });
}

/** Deletes files no longer referenced by a row. On failure, the repair job deletes them later. */
export async function deleteFiles(
  { files, log }: StorageDeps,
  names: readonly (string | null | undefined)[],
): Promise<void> {
  for (const name of names) {
    if (!name) continue;
    await files.delete(name).catch((error: unknown) => {
      log.warn({ err: error, file: name }, "a file without a row could not be removed");
    });
  }
}

/** A foreign key violation means that the bucket or owner was just deleted: a refusal, not a bug. */
function toRefusal(error: unknown): StorageError | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StorageError) return cause;
    const { code, constraint } = cause as { code?: string; constraint?: string };
    if (code !== "23503") continue;
    return new StorageError(constraint === "objects_bucket_id_fkey" ? "NoSuchBucket" : "AccessDenied", {
      cause: error,
    });
  }
  return undefined;
}
