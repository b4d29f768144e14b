import type { Metadata, Sharp } from "sharp";
import {
  AVATAR_PIXELS,
  PICTURE_MAX_PIXELS,
  POST_IMAGE_HEIGHT,
  POST_IMAGE_MAX_PIXELS,
  POST_IMAGE_THUMBNAIL_WIDTH,
  POST_IMAGE_WIDTH,
} from "#core/storage/limits.ts";
import { AVATARS, type ProductBucket } from "#core/storage/rules.ts";
import { StorageError } from "#core/storage/storage-errors.ts";
import { getMaxPixels } from "#server/platform/picture-limits.ts";
import { queuePictureTask, sharp } from "#server/platform/picture-reader.ts";
import { resizeUpright, type Square, toStoredSquare } from "#server/platform/upright-picture.ts";

/** A square of the upright picture, in its pixels. */
export type Crop = Square;

export interface MadePicture {
  readonly original: Buffer;
  /** At most 800 pixels wide; null if the original is. */
  readonly thumbnail: Buffer | null;
  readonly width: number;
  readonly height: number;
}

export const PICTURE_TYPE = "image/webp";

/**
 * Re-encodes a picture from its pixels, upright, as WebP in the sizes of its bucket; of an animation, the first frame.
 * Metadata and anything hidden in the file are lost. The type is detected from the bytes. They are read when the
 * picture's turn comes, so that waiting pictures need no memory; an owner's pictures wait for each other before they
 * delay anyone else's. Throws StorageError("InvalidMimeType") with a message for the user.
 */
export function makePicture(
  bucket: ProductBucket,
  read: () => Promise<Buffer>,
  { crop, ownerId }: { readonly crop?: Crop | undefined; readonly ownerId: string },
): Promise<MadePicture> {
  return queuePictureTask(async () => {
    const bytes = await read();
    if (!isPicture(bytes)) throw refused("This file isn't a JPEG, PNG, WebP, GIF or AVIF picture.");
    return bucket === AVATARS ? makeAvatar(bytes, crop) : makePostImage(bytes);
  }, ownerId);
}

async function makeAvatar(bytes: Buffer, crop: Crop | undefined): Promise<MadePicture> {
  const metadata = await readHeader(bytes);
  const picture = open(bytes);
  if (crop) {
    assertInside(crop, metadata.autoOrient);
    const { left, top, size } = toStoredSquare(crop, metadata);
    picture.extract({ left, top, width: size, height: size });
  }
  const box = { width: AVATAR_PIXELS, height: AVATAR_PIXELS, fit: "cover" } as const;
  const { data } = await made(() => resizeUpright(picture, metadata, box));
  return { original: data, thumbnail: null, width: AVATAR_PIXELS, height: AVATAR_PIXELS };
}

async function makePostImage(bytes: Buffer): Promise<MadePicture> {
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
  const { data, info } = await made(() => resizeUpright(open(bytes), metadata, box));
  // From the shrunk picture: unpacking the upload a second time costs more time and memory than all the rest.
  const small =
    info.width > POST_IMAGE_THUMBNAIL_WIDTH
      ? await made(async () => open(data).resize({ width: POST_IMAGE_THUMBNAIL_WIDTH }))
      : null;
  return { original: data, thumbnail: small?.data ?? null, width: info.width, height: info.height };
}

function open(bytes: Buffer) {
  return sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "error", pages: 1 }).timeout({
    seconds: 20,
  });
}

/** Reads the header alone; no pixel is unpacked for it. Throws StorageError("InvalidMimeType") for too many of them. */
async function readHeader(bytes: Buffer): Promise<Metadata> {
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((cause: unknown) => {
      throw refused(BROKEN, cause);
    });
  const { width, height } = metadata.autoOrient;
  const most = getMaxPixels(bytes, metadata, PICTURE_MAX_PIXELS);
  if (width * height > most) {
    const megapixels = Math.floor(most / 1_000_000);
    const kind = most < PICTURE_MAX_PIXELS ? " of this kind" : "";
    throw refused(`This picture is too large: at most ${megapixels} megapixels${kind} are accepted.`);
  }
  return metadata;
}

function assertInside({ left, top, size }: Crop, { width, height }: Metadata["autoOrient"]): void {
  const isSquare = [left, top, size].every(Number.isSafeInteger) && left >= 0 && top >= 0 && size >= 1;
  if (!isSquare || left + size > width || top + size > height) {
    throw new StorageError("InvalidRequest", { message: "The crop must lie inside the picture." });
  }
}

const BROKEN = "This picture is damaged or not what it says it is.";

async function made(make: () => Promise<Sharp>) {
  try {
    return await (await make()).webp({ quality: 82, effort: 4 }).toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw refused(BROKEN, cause);
  }
}

function refused(message: string, cause?: unknown): StorageError {
  return new StorageError("InvalidMimeType", { message, cause });
}

/** By the first bytes, whatever a name or a header says. */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (text(0, 3) === "\xff\xd8\xff") return true;
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return true;
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return true;
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return true;
  return text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, 40));
}
