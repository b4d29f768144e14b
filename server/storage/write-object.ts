import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { StorageError } from "#core/storage/storage-errors.ts";
import { findViolatedConstraint, hasSqlState } from "#server/database/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { withTimeout } from "#server/platform/deadline.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";
import type { StorageDeps } from "./deps.ts";
import type { StoredFile } from "./object-files.ts";
import { type ObjectRow, objects } from "./tables.ts";

export interface NewObject {
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
 * Writes an object's row. The files of a refused or replaced object are deleted. After an unexpected error, the row may
 * have been committed, so the files stay; if it wasn't, the repair job deletes them later. Throws StorageError:
 * KeyAlreadyExists (without `canReplace`), NoSuchBucket, AccessDenied (the owner's account no longer exists).
 */
export async function writeObject(
  deps: StorageDeps,
  newObject: NewObject,
  { canReplace }: { canReplace: boolean },
): Promise<ObjectRow> {
  const newFiles = [newObject.original.file, newObject.thumbnail?.file];
  try {
    const { row, replacedRow } = await commit(deps, newObject, canReplace);
    if (replacedRow) await deleteFiles(deps, [replacedRow.file, replacedRow.thumbnailFile]);
    return row;
  } catch (error) {
    const refusal = toRefusal(error);
    // No row has ever referred to these files, so even a running backup doesn't need them.
    if (refusal) await deleteFilesNow(deps, newFiles);
    throw refusal ?? error;
  }
}

function commit(
  { database, clock }: StorageDeps,
  { bucketId, name, original, thumbnail, ...rest }: NewObject,
  canReplace: boolean,
): Promise<{ row: ObjectRow; replacedRow: ObjectRow | undefined }> {
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
      const [createdRow] = await tx
        .insert(objects)
        .values({ ...values, bucketId, name, createdAt: now })
        .onConflictDoNothing({ target: [objects.bucketId, objects.name] })
        .returning();
      if (createdRow) return { row: createdRow, replacedRow: undefined };
      if (!canReplace) throw new StorageError("KeyAlreadyExists");
      const [replacedRow] = await tx
        .select()
        .from(objects)
        .where(and(eq(objects.bucketId, bucketId), eq(objects.name, name)))
        .for("update");
      if (!replacedRow) continue;
      const [row] = await tx.update(objects).set(values).where(eq(objects.id, replacedRow.id)).returning();
      if (row) return { row, replacedRow };
    }
  });
}

/**
 * How long a request waits for its files to be deleted. If S3 doesn't respond, a deletion takes half a minute, and the
 * ones after it wait for it.
 */
const DELETION_WAIT_MS = 3_000;

/**
 * Deletes files unless a backup is running. If that takes long, it continues after this function has returned. The
 * repair job later deletes the files that remain. Don't call this within a transaction.
 */
export async function deleteFiles(deps: StorageDeps, names: readonly (string | null | undefined)[]) {
  const deletion = runUnlessBackup(deps, () => deleteFilesNow(deps, names)).catch((error: unknown) => {
    deps.log.warn({ err: error }, "files without a row could not be removed");
  });
  await withTimeout(DELETION_WAIT_MS, deletion, () => new Error("the deletion continues")).catch(() => {});
}

/**
 * A deletion takes a lock on one connection, and may need a second one to look up where the files are. Without this
 * limit, concurrent deletions could occupy all connections and wait for each other.
 */
const runWithLimit = limitConcurrency(2);

/**
 * Runs `work`, which deletes files, unless a backup is running: the backup's snapshot may contain rows that have since
 * been deleted, and the backup needs their files. A backup waits for such work before it takes its snapshot. Returns
 * whether `work` was run.
 */
export const runUnlessBackup = ({ database }: Pick<StorageDeps, "database">, work: () => Promise<void>) =>
  runWithLimit(() =>
    database.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ is_allowed: boolean }>(
        sql`select pg_try_advisory_xact_lock_shared(${ADVISORY_LOCKS.fileDeletion}) as is_allowed`,
      );
      const isAllowed = rows[0]?.is_allowed ?? false;
      if (isAllowed) await work();
      return isAllowed;
    }),
  );

/** Deletes files that no row refers to. Only logs failures, because the repair job deletes the files later. */
async function deleteFilesNow({ files, log }: StorageDeps, names: readonly (string | null | undefined)[]) {
  for (const name of names) {
    if (!name) continue;
    await files.delete(name).catch((error: unknown) => {
      log.warn({ err: error, file: name }, "a file without a row could not be removed");
    });
  }
}

/**
 * Returns the error for the client; undefined if `error` is unexpected. A foreign key violation means that the bucket
 * or owner was just deleted.
 */
export function toRefusal(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (!hasSqlState(error, "foreign_key_violation")) return undefined;
  const isBucketMissing = findViolatedConstraint(error) === "objects_bucket_id_fkey";
  return new StorageError(isBucketMissing ? "NoSuchBucket" : "AccessDenied", { cause: error });
}
