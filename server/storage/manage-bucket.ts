import type { Context } from "hono";
import { z } from "zod";
import { isMimeType, parseFileSize } from "#core/storage/limits.ts";
import { canSeeBucket, isStorageAdministrator } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import { findBucket } from "./find-object.ts";
import { createUnsupportedTypeError } from "./read-upload.ts";
import { parseObjectPath } from "./request-parts.ts";
import type { BucketRow } from "./tables.ts";

/** Null clears a setting, and an absent one stays unchanged. */
export const bucketSettings = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string().max(255)).max(100).nullish(),
});

/** Throws StorageError: InvalidRequest, EntityTooLarge, InvalidMimeType. */
export function toBucketColumns(
  { maxBytes }: StorageDeps,
  settings: z.output<typeof bucketSettings>,
): Partial<Pick<BucketRow, "isPublic" | "fileSizeLimit" | "allowedMimeTypes">> {
  const { file_size_limit: size, allowed_mime_types: types } = settings;
  const fileSizeLimit = typeof size === "number" || typeof size === "string" ? parseFileSize(size) : size;
  if ((fileSizeLimit ?? 0) > maxBytes) throw new StorageError("EntityTooLarge");
  for (const type of types ?? [])
    if (type !== "*" && !isMimeType(type)) throw createUnsupportedTypeError(type);
  return {
    ...(typeof settings.public === "boolean" ? { isPublic: settings.public } : {}),
    ...(fileSizeLimit === undefined ? {} : { fileSizeLimit }),
    ...(types === undefined ? {} : { allowedMimeTypes: types }),
  };
}

/** Throws NoSuchBucket also for a bucket that the client may not see, and AccessDenied. */
export async function requireManageableBucket(c: Context, storage: StorageDeps): Promise<BucketRow> {
  const actor = await storage.identifyActor(c.req.header("authorization"));
  const bucket = await findBucket(storage, parseObjectPath(c, "/bucket").bucketId);
  if (!canSeeBucket(actor, bucket)) throw new StorageError("NoSuchBucket");
  if (!isStorageAdministrator(actor)) throw new StorageError("AccessDenied");
  return bucket;
}
