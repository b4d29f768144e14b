import { and, eq, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import { AVATARS } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import type { Crop } from "./encode-image.ts";
import { MOUNT } from "./request-parts.ts";
import { storeImage } from "./store-image.ts";
import { objects } from "./tables.ts";
import { consumeImageLimit } from "./upload-limits.ts";
import { deleteFiles, writeObject } from "./write-object.ts";

/**
 * Stores a member's avatar and returns its URL, which the caller saves in the profile. The URL contains the version, so
 * that the avatar can be cached forever. Throws not_signed_in; StorageError with a message for the user:
 * EntityTooLarge, InvalidMimeType, InvalidRequest (a crop outside the image), SlowDown; and
 * StorageError("AccessDenied") if the account no longer exists.
 */
export async function uploadAvatar(deps: StorageDeps, viewer: Viewer, bytes: Uint8Array, crop?: Crop) {
  if (!viewer) throw new AppError("not_signed_in");
  if (bytes.length > IMAGE_MAX_BYTES) throw new StorageError("EntityTooLarge");
  await consumeImageLimit(deps, viewer.id);
  const {
    width: _width,
    height: _height,
    ...content
  } = await storeImage(
    deps,
    AVATARS,
    async () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    { crop, ownerId: viewer.id },
  );
  // The session may have ended, or the account been suspended, while the image was waiting to be encoded.
  if (!(await deps.isStillSignedIn({ userId: viewer.id, sessionId: viewer.sessionId }))) {
    await deleteFiles(deps, [content.original.file]);
    throw new AppError("not_signed_in");
  }
  const { bucketId, name, version } = await writeObject(
    deps,
    {
      ...content,
      bucketId: AVATARS,
      name: `${viewer.id}/avatar.webp`,
      ownerId: viewer.id,
      cacheControl: "public, max-age=3600",
      userMetadata: {},
    },
    { canReplace: true },
  );
  return { url: `${MOUNT}/object/public/${bucketId}/${name}?v=${version}` };
}

const DELETE_BATCH_SIZE = 200;

/**
 * Deletes everything in the member's avatar folder. The caller must first remove the URL from the profile. Throws
 * not_signed_in if `member` is null.
 */
export async function removeAvatar(deps: StorageDeps, member: Pick<Member, "id"> | null): Promise<void> {
  if (!member) throw new AppError("not_signed_in");
  const condition = and(eq(objects.bucketId, AVATARS), sql`starts_with(${objects.name}, ${`${member.id}/`})`);
  while ((await deleteRows(deps, condition, DELETE_BATCH_SIZE)).length === DELETE_BATCH_SIZE);
}
