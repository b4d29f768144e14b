import { randomUUID } from "node:crypto";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { PICTURE_MAX_BYTES } from "#core/storage/limits.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { keepPicture, readAll } from "./keep-picture.ts";
import { MOUNT } from "./request-parts.ts";
import { countPicture } from "./upload-object.ts";
import { writeObject } from "./write-object.ts";

export interface UploadedPicture {
  /** A path of this site. With `?width=800` it answers with the smaller picture. */
  readonly url: string;
  /** In pixels, of the larger picture. */
  readonly width: number;
  readonly height: number;
}

/**
 * Keeps a picture for a post, under a name of its own that never changes what it shows. The file's own name goes no
 * further than the metadata. Throws AppError("not_signed_in"), and StorageError with a sentence for the person:
 * EntityTooLarge, InvalidMimeType, SlowDown.
 */
export async function uploadPostImage(
  context: StorageContext,
  viewer: Viewer,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { filename = "" }: { filename?: string } = {},
): Promise<UploadedPicture> {
  if (!viewer) throw new AppError("not_signed_in");
  await countPicture(context, viewer.id);
  const { width, height, ...content } = await keepPicture(context, POST_IMAGES, await pictureBytes(bytes));
  const { bucketId, name } = await writeObject(
    context,
    {
      ...content,
      bucketId: POST_IMAGES,
      name: `${viewer.id}/${randomUUID()}.webp`,
      ownerId: viewer.id,
      cacheControl: "public, max-age=31536000, immutable",
      userMetadata: filename ? { filename: filename.replaceAll("\0", "").slice(0, 255) } : {},
    },
    { replace: false },
  );
  return { url: publicPath(bucketId, name), width, height };
}

/** Throws StorageError("EntityTooLarge") above 10 MB. */
export function pictureBytes(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts =
    bytes instanceof Uint8Array
      ? (async function* () {
          yield bytes;
        })()
      : bytes;
  return readAll(parts, PICTURE_MAX_BYTES);
}

export function publicPath(bucketId: string, key: string): string {
  return `${MOUNT}/object/public/${bucketId}/${key}`;
}
