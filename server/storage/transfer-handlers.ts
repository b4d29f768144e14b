import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { z } from "zod";
import { acceptsMimeType, isMimeType } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import { canReadObject, canWriteObject, isProductBucket, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { hasSqlState } from "#server/database/index.ts";
import type { StorageDeps, StorageHandler } from "./deps.ts";
import { assertKeyIsFree, findBucket, findObject } from "./find-object.ts";
import { presentRow } from "./present-object.ts";
import { createUnsupportedTypeError } from "./read-upload.ts";
import { getClientGroup, optional, parseJsonBody } from "./request-parts.ts";
import { type BucketRow, type ObjectRow, objects } from "./tables.ts";
import { consumeUploadLimits } from "./upload-limits.ts";
import { deleteFiles, toRefusal, writeObject } from "./write-object.ts";

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: optional(z.string()),
  copyMetadata: optional(z.boolean()),
  metadata: optional(
    z.object({ cacheControl: optional(z.string().max(200)), mimetype: optional(z.string().max(255)) }),
  ),
});

/**
 * Reads a move or copy, and checks that the actor may read the source and write the destination, but not whether the
 * objects exist. Throws StorageError: InvalidRequest, InvalidKey, NoSuchBucket, NoSuchKey (a source that the actor may
 * not read), AccessDenied.
 */
async function readTransfer(c: Context, deps: StorageDeps, actor: StorageActor) {
  const body = parseJsonBody(c, shape);
  const { bucketId, destinationBucket = bucketId, sourceKey, destinationKey } = body;
  assertKey(destinationKey);
  const from = await findBucket(deps, bucketId);
  const to = destinationBucket === bucketId ? from : await findBucket(deps, destinationBucket);
  if (!canReadObject(actor, from)) throw new StorageError("NoSuchKey");
  if (!canWriteObject(actor, to, destinationKey)) throw new StorageError("AccessDenied");
  if (to !== from && isProductBucket(to.id)) {
    throw new StorageError("AccessDenied", {
      message: "Images can't be moved or copied into this bucket. Upload them instead.",
    });
  }
  return { from, to, sourceKey, destinationKey, body };
}

/** Checks an object against the bucket's limits. Throws EntityTooLarge, InvalidMimeType. */
function assertFits(bucket: BucketRow, object: Pick<ObjectRow, "size" | "contentType">): void {
  if (bucket.fileSizeLimit !== null && object.size > bucket.fileSizeLimit)
    throw new StorageError("EntityTooLarge");
  if (!acceptsMimeType(bucket.allowedMimeTypes, object.contentType))
    throw createUnsupportedTypeError(object.contentType);
}

/** POST /object/move: changes only the row. The file stays where it is. */
export const handleMoveObject: StorageHandler = async (c, deps, actor) => {
  const { from, to, sourceKey, destinationKey } = await readTransfer(c, deps, actor);
  for (;;) {
    const object = await findObject(deps, from, sourceKey);
    if (!canWriteObject(actor, from, sourceKey)) throw new StorageError("AccessDenied");
    if (to !== from) assertFits(to, object);
    // Moving an object to its own key is a conflict, like copying it there.
    else if (sourceKey === destinationKey) throw new StorageError("KeyAlreadyExists");

    const movedRows = await deps.database.db
      .update(objects)
      .set({ bucketId: to.id, name: destinationKey, updatedAt: deps.clock.now() })
      .where(
        and(eq(objects.bucketId, from.id), eq(objects.name, sourceKey), eq(objects.version, object.version)),
      )
      .returning({ id: objects.id })
      .catch((error: unknown) => {
        if (hasSqlState(error, "unique_violation"))
          throw new StorageError("KeyAlreadyExists", { cause: error });
        // The destination bucket may have just been deleted.
        throw toRefusal(error) ?? error;
      });
    const [row] = movedRows;
    if (row) return c.json({ message: "Successfully moved", Id: row.id, Key: `${to.id}/${destinationKey}` });
    // The object was replaced, moved or deleted in the meantime. Read and check it again.
  }
};

const ATTEMPTS_MAX = 3;

/** POST /object/copy */
export const handleCopyObject: StorageHandler = async (c, deps, actor) => {
  const { from, to, sourceKey, destinationKey, body } = await readTransfer(c, deps, actor);
  // Counts like an upload, because the copy gets its own files.
  await consumeUploadLimits(deps, actor, getClientGroup(c, deps));
  const readSource = async (): Promise<CopySource> => {
    const source = await findObject(deps, from, sourceKey);
    const details = getCopyDetails(body, source);
    if (to !== from) assertFits(to, { size: source.size, contentType: details.contentType });
    return { source, details };
  };
  const initialSource = await readSource();
  await assertKeyIsFree(deps, to.id, destinationKey);
  const { original, thumbnail, details } = await copyFiles(deps, initialSource, readSource);
  const row = await writeObject(
    deps,
    { bucketId: to.id, name: destinationKey, ownerId: actor.userId, original, thumbnail, ...details },
    { canReplace: false },
  );
  return c.json({ Id: row.id, Key: `${to.id}/${destinationKey}`, ...presentRow(row) });
};

interface CopySource {
  readonly source: ObjectRow;
  /** The copy's metadata. */
  readonly details: ReturnType<typeof getCopyDetails>;
}

/**
 * Copies the source's files. If the source is replaced in the meantime, reads and checks it again and retries. Returns
 * the metadata that belongs to the copied files.
 */
async function copyFiles(
  deps: StorageDeps,
  initialSource: CopySource,
  readSource: () => Promise<CopySource>,
) {
  let { source, details } = initialSource;
  for (let attempt = 1; ; attempt += 1) {
    const { size, etag, thumbnailSize } = source;
    const file = await deps.files.copy(source.file);
    const thumbnailFile = source.thumbnailFile === null ? null : await deps.files.copy(source.thumbnailFile);
    if (file !== undefined && thumbnailFile !== undefined) {
      const thumbnail =
        thumbnailFile === null ? null : { file: thumbnailFile, size: thumbnailSize ?? 0, etag };
      return { original: { file, size, etag }, thumbnail, details };
    }
    await deleteFiles(deps, [file, thumbnailFile]);
    if (attempt === ATTEMPTS_MAX) {
      deps.log.error({ bucket: source.bucketId, object: source.id }, "an object's file is missing");
      throw new StorageError("NoSuchKey");
    }
    ({ source, details } = await readSource());
  }
}

/** Returns the source's metadata, or with `copyMetadata: false` the request's metadata. */
function getCopyDetails(body: z.output<typeof shape>, source: ObjectRow) {
  const { contentType, cacheControl, userMetadata } = source;
  if (body.copyMetadata !== false) return { contentType, cacheControl, userMetadata };
  const type = body.metadata?.mimetype ?? contentType;
  if (!isMimeType(type)) throw createUnsupportedTypeError(type);
  const cache = body.metadata?.cacheControl;
  return {
    // An image in one of the product's buckets always has the type of its content.
    contentType: isProductBucket(source.bucketId) ? contentType : type,
    cacheControl: cache !== undefined && /^[\x20-\x7e]{1,200}$/.test(cache) ? cache : "no-cache",
    userMetadata: {},
  };
}
