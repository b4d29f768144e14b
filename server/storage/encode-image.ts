import type { Metadata, Sharp } from "sharp";
import {
  AVATAR_SIZE,
  IMAGE_MAX_PIXELS,
  POST_IMAGE_HEIGHT,
  POST_IMAGE_MAX_PIXELS,
  POST_IMAGE_THUMBNAIL_WIDTH,
  POST_IMAGE_WIDTH,
} from "#core/storage/limits.ts";
import { AVATARS, type ProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { getMaxPixels } from "#server/platform/image-limits.ts";
import { queueImageTask, sharp } from "#server/platform/image-reader.ts";
import { resizeUpright, type Square, toStoredSquare } from "#server/platform/upright-image.ts";

/** A square area of the upright image, in pixels. */
export type Crop = Square;

export const IMAGE_TYPE = "image/webp";

/**
 * Encodes an image as WebP in its bucket's sizes, without metadata. `read` is called when the image's turn comes, so
 * that queued images use no memory. Throws StorageError with a message for the user: InvalidMimeType, or
 * InvalidRequest for a crop outside the image.
 */
export function encodeImage(
  bucket: ProductBucket,
  read: () => Promise<Buffer>,
  { crop, ownerId }: { readonly crop?: Crop | undefined; readonly ownerId: string },
) {
  return queueImageTask(async () => {
    const bytes = await read();
    if (!isSupportedImage(bytes))
      throw createImageError("This file isn't a JPEG, PNG, WebP, GIF or AVIF image.");
    return bucket === AVATARS ? encodeAvatar(bytes, crop) : encodePostImage(bytes);
  }, ownerId);
}

async function encodeAvatar(bytes: Buffer, crop: Crop | undefined) {
  const metadata = await readHeader(bytes);
  const image = openImage(bytes);
  if (crop) {
    assertInside(crop, metadata.autoOrient);
    const { left, top, size } = toStoredSquare(crop, metadata);
    image.extract({ left, top, width: size, height: size });
  }
  const box = { width: AVATAR_SIZE, height: AVATAR_SIZE, fit: "cover" } as const;
  const { data } = await encodeWebp(() => resizeUpright(image, metadata, box));
  return { original: data, thumbnail: null, width: AVATAR_SIZE, height: AVATAR_SIZE };
}

/** The thumbnail is 800 pixels wide. There is none if the resized image is no wider than that. */
async function encodePostImage(bytes: Buffer) {
  const metadata = await readHeader(bytes);
  const { width, height } = metadata.autoOrient;
  const scale = Math.min(
    1,
    POST_IMAGE_WIDTH / width,
    POST_IMAGE_HEIGHT / height,
    Math.sqrt(POST_IMAGE_MAX_PIXELS / (width * height)),
  );
  const box = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: "fill",
  } as const;
  const { data, info } = await encodeWebp(() => resizeUpright(openImage(bytes), metadata, box));
  // The thumbnail is made from the resized image, because decoding the upload again would cost more than all the rest.
  const thumbnail =
    info.width > POST_IMAGE_THUMBNAIL_WIDTH
      ? await encodeWebp(async () => openImage(data).resize({ width: POST_IMAGE_THUMBNAIL_WIDTH }))
      : null;
  return { original: data, thumbnail: thumbnail?.data ?? null, width: info.width, height: info.height };
}

function openImage(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: "error", pages: 1 }).timeout({
    seconds: 20,
  });
}

/** Reads an image's header without decoding pixels. Throws InvalidMimeType for a damaged header or too many pixels. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw createImageError(DAMAGED, cause);
    });
  const { width, height } = metadata.autoOrient;
  const maxPixels = getMaxPixels(bytes, metadata, IMAGE_MAX_PIXELS);
  if (width * height > maxPixels) {
    const megapixels = Math.floor(maxPixels / 1_000_000);
    const kind = maxPixels < IMAGE_MAX_PIXELS ? " of this kind" : "";
    throw createImageError(`An image${kind} can have at most ${megapixels} megapixels.`);
  }
  return metadata;
}

function assertInside({ left, top, size }: Crop, { width, height }: Metadata["autoOrient"]): void {
  const isValid = [left, top, size].every(Number.isSafeInteger) && left >= 0 && top >= 0 && size >= 1;
  if (!isValid || left + size > width || top + size > height) {
    throw new StorageError("InvalidRequest", { message: "The crop must be inside the image." });
  }
}

const DAMAGED = "This image is damaged, or its content doesn't match its file type.";

async function encodeWebp(createImage: () => Promise<Sharp>) {
  try {
    return await (await createImage()).webp({ quality: 82, effort: 4 }).toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw createImageError(DAMAGED, cause);
  }
}

function createImageError(message: string, cause?: unknown): StorageError {
  return new StorageError("InvalidMimeType", { message, cause });
}

/** Checks the format by the first bytes, whatever the file name and the headers say. */
function isSupportedImage(bytes: Buffer): boolean {
  const readText = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (readText(0, 3) === "\xff\xd8\xff") return true;
  if (readText(0, 8) === "\x89PNG\r\n\x1a\n") return true;
  if (readText(0, 6) === "GIF87a" || readText(0, 6) === "GIF89a") return true;
  if (readText(0, 4) === "RIFF" && readText(8, 12) === "WEBP") return true;
  return readText(4, 8) === "ftyp" && /avi[fs]/.test(readText(8, 40));
}
