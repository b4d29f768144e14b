import { and, eq } from "drizzle-orm";
import { isMimeType } from "#core/storage/limits.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageContext } from "./context.ts";
import { findObject } from "./find-object.ts";
import type { StorageHandler } from "./handler.ts";
import { presentRow } from "./present-object.ts";
import { unsupported } from "./read-upload.ts";
import { type BucketRow, type ObjectRow, objects } from "./tables.ts";
import { assertFits, readTransfer, type Transfer } from "./transfer.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

const TRIES = 3;

/** POST /object/copy: a file and a row of its own. */
export const handleCopyObject: StorageHandler = async (c, storage) => {
  const transfer = await readTransfer(c, storage);
  const { caller, from, to, sourceKey, destinationKey } = transfer;
  const taken = await storage.database.db
    .select({ id: objects.id })
    .from(objects)
    .where(and(eq(objects.bucketId, to.id), eq(objects.name, destinationKey)));
  const { source, whole, small } = await copyFiles(storage, from, sourceKey, taken.length > 0);
  const described = describeCopy(transfer, source);
  try {
    if (to !== from) assertFits(to, { size: source.size, contentType: described.contentType });
  } catch (error) {
    await deleteFiles(storage, [whole.file, small?.file]);
    throw error;
  }
  const row = await writeObject(
    storage,
    { bucketId: to.id, name: destinationKey, ownerId: caller.userId, whole, small, ...described },
    { replace: false },
  );
  return c.json({ Id: row.id, Key: `${to.id}/${destinationKey}`, ...presentRow(row) });
};

async function copyFiles(storage: StorageContext, from: BucketRow, key: string, taken: boolean) {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const source = await findObject(storage, from, key);
    if (taken) throw new StorageError("KeyAlreadyExists");
    const { size, etag } = source;
    const file = await storage.files.copy(source.file);
    const smallFile = source.smallFile === null ? null : await storage.files.copy(source.smallFile);
    if (file !== undefined && smallFile !== undefined) {
      const small = smallFile === null ? null : { file: smallFile, size: source.smallSize ?? 0, etag };
      return { source, whole: { file, size, etag }, small };
    }
    // The source was replaced meanwhile.
    await deleteFiles(storage, [file, smallFile]);
  }
  throw new StorageError("NoSuchKey");
}

/** The source's description, or with `copyMetadata: false` the one that was given. */
function describeCopy({ given, to }: Transfer, source: ObjectRow) {
  const { contentType, cacheControl, userMetadata } = source;
  if (given.copyMetadata !== false) return { contentType, cacheControl, userMetadata };
  const type = given.metadata?.mimetype ?? contentType;
  if (!isMimeType(type)) throw unsupported(type);
  const cache = given.metadata?.cacheControl;
  return {
    // What a picture is, its bytes say.
    contentType: source.smallFile !== null || to.id === source.bucketId ? contentType : type,
    cacheControl: cache !== undefined && /^[\x20-\x7e]{1,200}$/.test(cache) ? cache : "no-cache",
    userMetadata: {},
  };
}
