import type { Context } from "hono";
import { z } from "zod";
import { acceptsMimeType } from "#core/storage/limits.ts";
import { assertKey } from "#core/storage/names.ts";
import { canReadObject, canWriteObject, isProductBucket, type StorageActor } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { findBucket } from "./find-object.ts";
import { createUnsupportedTypeError } from "./read-upload.ts";
import { optional, readJsonBody } from "./request-parts.ts";
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
  readonly actor: StorageActor;
  readonly from: BucketRow;
  readonly to: BucketRow;
  readonly sourceKey: string;
  readonly destinationKey: string;
  readonly body: z.output<typeof shape>;
}

/** Authorizes, but doesn't check whether the objects exist. A source the client may not read is NoSuchKey. */
export async function readTransfer(c: Context, storage: StorageDeps): Promise<Transfer> {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const body = await readJsonBody(c, shape);
  const { bucketId, destinationBucket = bucketId, sourceKey, destinationKey } = body;
  assertKey(destinationKey);
  const from = await findBucket(storage, bucketId);
  const to = destinationBucket === bucketId ? from : await findBucket(storage, destinationBucket);
  if (!canReadObject(actor, from)) throw new StorageError("NoSuchKey");
  if (!canWriteObject(actor, to, destinationKey)) throw new StorageError("AccessDenied");
  if (to !== from && isProductBucket(to.id)) {
    throw new StorageError("AccessDenied", {
      message: "Images can't be moved or copied into this bucket. Upload them instead.",
    });
  }
  return { actor, from, to, sourceKey, destinationKey, body };
}

/** Throws EntityTooLarge, InvalidMimeType. */
export function assertFits(bucket: BucketRow, object: Pick<ObjectRow, "size" | "contentType">): void {
  if (bucket.fileSizeLimit !== null && object.size > bucket.fileSizeLimit)
    throw new StorageError("EntityTooLarge");
  if (!acceptsMimeType(bucket.allowedMimeTypes, object.contentType))
    throw createUnsupportedTypeError(object.contentType);
}
