import { PICTURE_MAX_BYTES, PICTURES_PER_HOUR, takesMimeType } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import {
  isProductBucket,
  isStorageAdministrator,
  mayWriteObject,
  type ProductBucket,
  type StorageActor,
} from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { assertFree, findBucket } from "./find-object.ts";
import { type IncomingUpload, type UploadDetails, unsupported } from "./read-upload.ts";
import { storePicture } from "./store-picture.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

export interface UploadTarget {
  readonly bucketId: string;
  readonly key: string;
  /** Whether an existing object may be replaced. */
  readonly replace: boolean;
}

/**
 * Checks an upload before its body is read, and returns its bucket. Throws StorageError: InvalidKey,
 * NoSuchBucket, AccessDenied.
 */
export async function authorizeUpload(
  context: StorageDeps,
  caller: StorageActor,
  { bucketId, key }: UploadTarget,
): Promise<BucketRow> {
  assertKey(key);
  const bucket = await findBucket(context, bucketId);
  if (!mayWriteObject(caller, bucket, key)) throw new StorageError("AccessDenied");
  return bucket;
}

/** Throws StorageError("EntityTooLarge") if the declared size exceeds the bucket's limit. */
export function assertUploadFits(context: StorageDeps, bucket: BucketRow, size: number | null): void {
  if ((size ?? 0) > getMaxBytes(context, bucket)) throw new StorageError("EntityTooLarge");
}

function getMaxBytes({ maxBytes }: StorageDeps, { id, fileSizeLimit }: BucketRow): number {
  const most = isProductBucket(id) ? Math.min(maxBytes, PICTURE_MAX_BYTES) : maxBytes;
  return Math.min(most, fileSizeLimit ?? most);
}

/**
 * Stores an authorized upload: first the file, then the row. The object becomes visible when the row is
 * committed. Throws StorageError: NoSuchBucket, AccessDenied, KeyAlreadyExists, EntityTooLarge,
 * InvalidMimeType, InvalidRequest, RequestTimeout, SlowDown.
 */
export async function uploadObject(
  context: StorageDeps,
  bucket: BucketRow,
  owner: StorageActor,
  target: UploadTarget,
  upload: IncomingUpload,
): Promise<ObjectRow> {
  // Checked again when writing the row; here it saves the client the upload.
  if (!target.replace) await assertFree(context, bucket.id, target.key);
  const content = isProductBucket(bucket.id)
    ? await takePicture(context, bucket.id, owner, upload, getMaxBytes(context, bucket))
    : await takeBytes(context, bucket, upload);
  return writeObject(
    context,
    { ...content, bucketId: bucket.id, name: target.key, ownerId: owner.userId },
    target,
  );
}

async function takeBytes(context: StorageDeps, bucket: BucketRow, upload: IncomingUpload) {
  const assertType = ({ contentType }: UploadDetails) => {
    if (!takesMimeType(bucket.allowedMimeTypes, contentType)) throw unsupported(contentType);
  };
  assertType(upload.expected);
  const original = await context.files.put(upload.bytes, { maxBytes: getMaxBytes(context, bucket) });
  try {
    const details = await upload.details();
    assertType(details);
    return { ...details, original, thumbnail: null };
  } catch (error) {
    await deleteFiles(context, [original.file]);
    throw error;
  }
}

async function takePicture(
  context: StorageDeps,
  bucketId: ProductBucket,
  owner: StorageActor,
  upload: IncomingUpload,
  maxBytes: number,
) {
  await countActorPicture(context, owner);
  const { details, original, thumbnail, contentType, width, height } = await context.files.withTemporary(
    upload.bytes,
    { maxBytes },
    async (read) => ({
      details: await upload.details(),
      ...(await storePicture(context, bucketId, () => readIfAwaited(upload, read), {
        ownerId: owner.userId ?? "",
      })),
    }),
  );
  // Pages need the size before loading the picture; the upload's response and info() include it.
  return {
    ...details,
    userMetadata: { ...details.userMetadata, width, height },
    contentType,
    original,
    thumbnail,
  };
}

/** Skips the work if the client disconnected while waiting. */
function readIfAwaited({ signal }: IncomingUpload, read: () => Promise<Buffer>): Promise<Buffer> {
  if (signal.aborted) throw new StorageError("RequestTimeout");
  return read();
}

/**
 * Counts a picture against the client's limit, except for storage administrators. Throws
 * StorageError("SlowDown").
 */
export async function countActorPicture(context: StorageDeps, caller: StorageActor): Promise<void> {
  if (caller.userId !== null && !isStorageAdministrator(caller)) await countPicture(context, caller.userId);
}

/** Counts a picture against a member's limit. Throws StorageError("SlowDown"). */
export async function countPicture({ limits }: StorageDeps, userId: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume("storage-pictures", userId, PICTURES_PER_HOUR);
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new StorageError("SlowDown", {
    message: `You are uploading too often. Please try again in ${minutes <= 1 ? "a minute" : `${minutes} minutes`}.`,
  });
}
