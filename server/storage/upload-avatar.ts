import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { IMAGE_MAX_BYTES } from "#core/storage/limits.ts";
import { AVATARS } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { StorageDeps } from "./deps.ts";
import type { Crop } from "./encode-image.ts";
import { MOUNT } from "./request-parts.ts";
import { storeImage } from "./store-image.ts";
import { consumeImageLimit } from "./upload-limits.ts";
import { writeObject } from "./write-object.ts";

/** The URL contains the version, so that it can be cached forever. Errors have messages for the user. */
export async function uploadAvatar(context: StorageDeps, viewer: Viewer, bytes: Uint8Array, crop?: Crop) {
  if (!viewer) throw new AppError("not_signed_in");
  if (bytes.length > IMAGE_MAX_BYTES) throw new StorageError("EntityTooLarge");
  await consumeImageLimit(context, viewer.id);
  const {
    width: _width,
    height: _height,
    ...content
  } = await storeImage(
    context,
    AVATARS,
    async () => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    { crop, ownerId: viewer.id },
  );
  const { bucketId, name, version } = await writeObject(
    context,
    {
      ...content,
      bucketId: AVATARS,
      name: `${viewer.id}/avatar.webp`,
      ownerId: viewer.id,
      cacheControl: "public, max-age=3600",
      userMetadata: {},
    },
    { replace: true },
  );
  return { url: `${MOUNT}/object/public/${bucketId}/${name}?v=${version}` };
}
