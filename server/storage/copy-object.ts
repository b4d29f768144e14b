import { isMimeType } from "#core/storage/limits.ts";
import { isProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { assertFree, findObject } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { presentRow } from "./present-object.ts";
import { createUnsupportedTypeError } from "./read-upload.ts";
import { getClientGroup } from "./request-parts.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";
import { assertFits, readTransfer, type Transfer } from "./transfer.ts";
import { consumeUploadLimits } from "./upload-limits.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

const ATTEMPTS_MAX = 3;

/** POST /object/copy */
export const handleCopyObject: StorageHandler = async (c, storage) => {
  const transfer = await readTransfer(c, storage);
  const { actor, from, to, sourceKey, destinationKey } = transfer;
  // Counts like an upload, because the copy gets its own files.
  await consumeUploadLimits(storage, actor, getClientGroup(c, storage));
  const source = await findObject(storage, from, sourceKey);
  const described = describeCopy(transfer, source);
  if (to !== from) assertFits(to, { size: source.size, contentType: described.contentType });
  await assertFree(storage, to.id, destinationKey);
  const { original, thumbnail } = await copyFiles(storage, from, source);
  const row = await writeObject(
    storage,
    { bucketId: to.id, name: destinationKey, ownerId: actor.userId, original, thumbnail, ...described },
    { replace: false },
  );
  return c.json({ Id: row.id, Key: `${to.id}/${destinationKey}`, ...presentRow(row) });
};

/** Copies the source's files, retrying if the source is replaced at the same time. */
async function copyFiles(storage: StorageDeps, from: BucketRow, found: ObjectRow) {
  let source = found;
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const { size, etag, thumbnailSize } = source;
    const file = await storage.files.copy(source.file);
    const thumbnailFile =
      source.thumbnailFile === null ? null : await storage.files.copy(source.thumbnailFile);
    if (file !== undefined && thumbnailFile !== undefined) {
      const thumbnail =
        thumbnailFile === null ? null : { file: thumbnailFile, size: thumbnailSize ?? 0, etag };
      return { original: { file, size, etag }, thumbnail };
    }
    await deleteFiles(storage, [file, thumbnailFile]);
    source = await findObject(storage, from, found.name);
  }
  throw new StorageError("NoSuchKey");
}

/** With `copyMetadata: false`, returns the request's metadata. */
function describeCopy({ body }: Transfer, source: ObjectRow) {
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
