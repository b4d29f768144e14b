import type { Context } from "hono";
import { z } from "zod";
import { takesMimeType } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import { isProductBucket, mayReadObject, mayWriteObject, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { findBucket } from "./find-object.ts";
import { unsupported } from "./read-upload.ts";
import { jsonBody, optional } from "./request-parts.ts";
import type { BucketRow, ObjectRow } from "./tables.ts";

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

export interface Transfer {
  readonly caller: StorageActor;
  readonly from: BucketRow;
  readonly to: BucketRow;
  readonly sourceKey: string;
  readonly destinationKey: string;
  readonly given: z.output<typeof shape>;
}

/**
 * Parses and authorizes a move or copy; only the objects themselves aren't checked. Throws StorageError:
 * InvalidRequest, InvalidKey, NoSuchBucket, NoSuchKey (a source the client may not read), AccessDenied.
 */
export async function readTransfer(c: Context, storage: StorageDeps): Promise<Transfer> {
  const caller = await storage.identifyActor(c.req.header("authorization"));
  const given = await jsonBody(c, shape);
  const { bucketId, destinationBucket = bucketId, sourceKey, destinationKey } = given;
  assertKey(destinationKey);
  const from = await findBucket(storage, bucketId);
  const to = destinationBucket === bucketId ? from : await findBucket(storage, destinationBucket);
  if (!mayReadObject(caller, from)) throw new StorageError("NoSuchKey");
  if (!mayWriteObject(caller, to, destinationKey)) throw new StorageError("AccessDenied");
  if (to !== from && isProductBucket(to.id)) {
    throw new StorageError("AccessDenied", {
      message: "Pictures can't be moved or copied into this bucket: upload them instead",
    });
  }
  return { caller, from, to, sourceKey, destinationKey, given };
}

/**
 * Applies a bucket's upload restrictions to an object from another bucket. Throws EntityTooLarge,
 * InvalidMimeType.
 */
export function assertFits(bucket: BucketRow, object: Pick<ObjectRow, "size" | "contentType">): void {
  if (bucket.fileSizeLimit !== null && object.size > bucket.fileSizeLimit)
    throw new StorageError("EntityTooLarge");
  if (!takesMimeType(bucket.allowedMimeTypes, object.contentType)) throw unsupported(object.contentType);
}
