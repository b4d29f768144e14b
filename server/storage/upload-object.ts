import { PICTURE_MAX_BYTES, PICTURES_PER_HOUR, takesMimeType } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import {
  isProductBucket,
  isStorageAdministrator,
  mayWriteObject,
  type StorageCaller,
} from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageContext } from "./context.ts";
import { assertFree, findBucket } from "./find-object.ts";
import { keepPicture, readAll } from "./keep-picture.ts";
import { type IncomingUpload, type UploadDetails, unsupported } from "./read-upload.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

export interface UploadTarget {
  readonly bucketId: string;
  readonly key: string;
  /** Whether an object of that key may be replaced. */
  readonly replace: boolean;
}

/**
 * Takes an upload in: bytes into the file store, then the row. Until the row is committed nobody sees anything.
 * Throws StorageError: InvalidKey, NoSuchBucket, AccessDenied, KeyAlreadyExists, EntityTooLarge, InvalidMimeType,
 * InvalidRequest, SlowDown.
 */
export async function uploadObject(
  context: StorageContext,
  caller: StorageCaller,
  target: UploadTarget,
  upload: IncomingUpload,
): Promise<ObjectRow> {
  assertKey(target.key);
  const bucket = await findBucket(context, target.bucketId);
  if (!mayWriteObject(caller, bucket, target.key)) throw new StorageError("AccessDenied");
  return takeIn(context, bucket, caller, target, upload);
}

/** As uploadObject, for one whom a signed address lets in: the right was asked when it was signed. */
export async function uploadWithToken(
  context: StorageContext,
  owner: StorageCaller,
  target: UploadTarget,
  upload: IncomingUpload,
): Promise<ObjectRow> {
  return takeIn(context, await findBucket(context, target.bucketId), owner, target, upload);
}

async function takeIn(
  context: StorageContext,
  bucket: BucketRow,
  caller: StorageCaller,
  target: UploadTarget,
  upload: IncomingUpload,
): Promise<ObjectRow> {
  const maxBytes = Math.min(context.maxBytes, bucket.fileSizeLimit ?? context.maxBytes);
  if ((upload.declaredSize ?? 0) > maxBytes) throw new StorageError("EntityTooLarge");
  // Asked again when the row is written; here it spares somebody the whole way up.
  if (!target.replace) await assertFree(context, bucket.id, target.key);
  const content = isProductBucket(bucket.id)
    ? await takePicture(context, bucket.id, caller, upload, maxBytes)
    : await takeBytes(context, bucket, upload, maxBytes);
  return writeObject(
    context,
    { ...content, bucketId: bucket.id, name: target.key, ownerId: caller.userId },
    target,
  );
}

async function takeBytes(
  context: StorageContext,
  bucket: BucketRow,
  upload: IncomingUpload,
  maxBytes: number,
) {
  const assertType = ({ contentType }: UploadDetails) => {
    if (!takesMimeType(bucket.allowedMimeTypes, contentType)) throw unsupported(contentType);
  };
  assertType(upload.expected);
  const whole = await context.files.put(upload.bytes, { maxBytes });
  try {
    const details = await upload.details();
    assertType(details);
    return { ...details, whole, small: null };
  } catch (error) {
    await deleteFiles(context, [whole.file]);
    throw error;
  }
}

async function takePicture(
  context: StorageContext,
  bucketId: Parameters<typeof keepPicture>[1],
  caller: StorageCaller,
  upload: IncomingUpload,
  maxBytes: number,
) {
  if (caller.userId !== null && !isStorageAdministrator(caller)) await countPicture(context, caller.userId);
  const bytes = await readAll(upload.bytes, Math.min(maxBytes, PICTURE_MAX_BYTES));
  const details = await upload.details();
  const { whole, small, contentType, width, height } = await keepPicture(context, bucketId, bytes);
  // Pages need the size before the picture; who uploaded it asks for it with info().
  return { ...details, userMetadata: { ...details.userMetadata, width, height }, contentType, whole, small };
}

/** Counts one picture of a member's. Throws StorageError("SlowDown"). */
export async function countPicture({ limits }: StorageContext, userId: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume("storage-pictures", userId, PICTURES_PER_HOUR);
  if (allowed) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new StorageError("SlowDown", {
    message: `You are uploading too often. Please try again in ${minutes <= 1 ? "a minute" : `${minutes} minutes`}.`,
  });
}
