import { acceptsMimeType, IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import {
  canWriteObject,
  isProductBucket,
  type ProductBucket,
  type StorageActor,
} from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { assertKeyIsFree, findBucket } from "./find-object.ts";
import { createUnsupportedTypeError, type IncomingUpload, type UploadDetails } from "./read-upload.ts";
import { storeImage } from "./store-image.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";
import { consumeUploadLimits } from "./upload-limits.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

/** The user or service that uploads. */
export interface Uploader extends StorageActor {
  /** The IPv4 address or IPv6 /64 that the upload comes from, for the limits per client. */
  readonly client: string;
}

export interface UploadTarget {
  readonly bucketId: string;
  readonly key: string;
  /** Whether an existing object may be replaced. */
  readonly canReplace: boolean;
}

/** Checks access before the body is read. Throws StorageError: InvalidKey, NoSuchBucket, AccessDenied. */
export async function authorizeUpload(
  deps: StorageDeps,
  actor: StorageActor,
  { bucketId, key }: UploadTarget,
): Promise<BucketRow> {
  assertKey(key);
  const bucket = await findBucket(deps, bucketId);
  if (!canWriteObject(actor, bucket, key)) throw new StorageError("AccessDenied");
  return bucket;
}

/** Checks an upload's size against the limits. Throws StorageError("EntityTooLarge"). */
export function assertUploadFits(deps: StorageDeps, bucket: BucketRow, size: number | null): void {
  if ((size ?? 0) > getMaxBytes(deps, bucket)) throw new StorageError("EntityTooLarge");
}

function getMaxBytes({ maxBytes }: StorageDeps, { id, fileSizeLimit }: BucketRow): number {
  const limit = isProductBucket(id) ? Math.min(maxBytes, IMAGE_MAX_BYTES) : maxBytes;
  return Math.min(limit, fileSizeLimit ?? limit);
}

/**
 * Stores an upload: first the file, then the row. The object becomes visible when the row is committed. Throws
 * StorageError: NoSuchBucket, AccessDenied, KeyAlreadyExists, EntityTooLarge, InvalidMimeType, InvalidRequest,
 * RequestTimeout, SlowDown.
 */
export async function uploadObject(
  deps: StorageDeps,
  bucket: BucketRow,
  uploader: Uploader,
  target: UploadTarget,
  upload: IncomingUpload,
): Promise<ObjectRow> {
  // Checked again when the row is written. Checking here saves the client a pointless upload.
  if (!target.canReplace) await assertKeyIsFree(deps, bucket.id, target.key);
  const content = isProductBucket(bucket.id)
    ? await storeImageUpload(deps, bucket.id, uploader, upload, getMaxBytes(deps, bucket))
    : await storeFileUpload(deps, bucket, upload);
  // Checked again, because the session may have ended, or the account been suspended, during the upload.
  const { userId, sessionId = null } = uploader;
  if (userId !== null && !(await deps.isStillSignedIn({ userId, sessionId }))) {
    await deleteFiles(deps, [content.original.file, content.thumbnail?.file]);
    throw new StorageError("AccessDenied");
  }
  return writeObject(
    deps,
    { ...content, bucketId: bucket.id, name: target.key, ownerId: uploader.userId },
    target,
  );
}

async function storeFileUpload(deps: StorageDeps, bucket: BucketRow, upload: IncomingUpload) {
  const assertType = ({ contentType }: UploadDetails) => {
    if (!acceptsMimeType(bucket.allowedMimeTypes, contentType)) throw createUnsupportedTypeError(contentType);
  };
  assertType(upload.initialDetails);
  const original = await deps.files.put(upload.bytes, { maxBytes: getMaxBytes(deps, bucket) });
  try {
    const details = await upload.readDetails();
    assertType(details);
    return { ...details, original, thumbnail: null };
  } catch (error) {
    await deleteFiles(deps, [original.file]);
    throw error;
  }
}

async function storeImageUpload(
  deps: StorageDeps,
  bucketId: ProductBucket,
  uploader: Uploader,
  upload: IncomingUpload,
  maxBytes: number,
) {
  await consumeUploadLimits(deps, uploader, uploader.client);
  const { details, original, thumbnail, contentType, width, height } = await deps.files.withTemporaryFile(
    upload.bytes,
    { maxBytes },
    async (read) => ({
      details: await upload.readDetails(),
      ...(await storeImage(
        deps,
        bucketId,
        () => {
          // The client may have disconnected while the image was waiting to be encoded.
          if (upload.signal.aborted) throw new StorageError("RequestTimeout");
          return read();
        },
        { ownerId: uploader.userId ?? "" },
      )),
    }),
  );
  // Pages need an image's width and height before loading it. The upload's response and info() include them.
  return {
    ...details,
    userMetadata: { ...details.userMetadata, width, height },
    contentType,
    original,
    thumbnail,
  };
}
