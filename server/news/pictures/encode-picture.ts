import { getMaxPixels } from "#server/platform/picture-limits.ts";
import { queuePictureTask, sharp } from "#server/platform/picture-reader.ts";
import { resizeUpright } from "#server/platform/upright-picture.ts";

export interface EncodedPicture {
  /** At most 1200 pixels wide. */
  readonly original: Buffer;
  /** At most 480 pixels wide. */
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

const PICTURE_WIDTH = 1200;
const THUMBNAIL_WIDTH = 480;
const HEIGHT_MAX = 1600;
/** Smaller pictures are icons or avatars; the category's picture looks better. */
const WIDTH_MIN = 120;
const HEIGHT_MIN = 60;
const PIXELS_MAX = 40_000_000;

export class PictureError extends Error {
  override readonly name = "PictureError";
}

/**
 * Re-encodes a picture from its pixels as WebP in two sizes, which drops metadata; only the first frame of an
 * animation. Throws PictureError for unreadable, too small or too large pictures.
 */
export function encodePicture(bytes: Buffer): Promise<EncodedPicture> {
  return queuePictureTask(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<EncodedPicture> {
  const open = () =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 }).timeout({ seconds: 20 });
  try {
    const metadata = await open().metadata();
    const { autoOrient } = metadata;
    if (autoOrient.width < WIDTH_MIN || autoOrient.height < HEIGHT_MIN)
      throw new PictureError("it is too small");
    if (autoOrient.width * autoOrient.height > getMaxPixels(bytes, metadata, PIXELS_MAX))
      throw new PictureError("it has too many pixels for its format");
    const box = { height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true } as const;
    const upright = await resizeUpright(open(), metadata, { ...box, width: PICTURE_WIDTH });
    const { data, info } = await upright.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(data)
      .resize({ width: THUMBNAIL_WIDTH, ...box })
      .webp({ quality: 76 })
      .toBuffer();
    return { original: data, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError("it can't be decoded", { cause: error });
  }
}
