import { getMaxPixels } from "#server/platform/image-limits.ts";
import { queueImageTask, sharp } from "#server/platform/image-reader.ts";
import { resizeUpright } from "#server/platform/upright-image.ts";

interface EncodedImage {
  /** Re-encoded, at most 1200 pixels wide. */
  readonly original: Buffer;
  /** At most 480 pixels wide. */
  readonly thumbnail: Buffer;
  readonly width: number;
  readonly height: number;
}

const ORIGINAL_WIDTH = 1200;
const THUMBNAIL_WIDTH = 480;
const HEIGHT_MAX = 1600;
/** Smaller images are icons or avatars; the category's image looks better. */
const WIDTH_MIN = 120;
const HEIGHT_MIN = 60;
const PIXELS_MAX = 40_000_000;

export class ImageError extends Error {
  override readonly name = "ImageError";
}

/** Encodes an image in both sizes. Drops metadata. Throws ImageError if it is unreadable, too small or too large. */
export function encodeImage(image: Buffer): Promise<EncodedImage> {
  return queueImageTask(() => encode(image));
}

async function encode(image: Buffer): Promise<EncodedImage> {
  const openImage = () =>
    sharp(image, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 }).timeout({ seconds: 20 });
  try {
    const metadata = await openImage().metadata();
    const { autoOrient } = metadata;
    if (autoOrient.width < WIDTH_MIN || autoOrient.height < HEIGHT_MIN)
      throw new ImageError("it is too small");
    if (autoOrient.width * autoOrient.height > getMaxPixels(image, metadata, PIXELS_MAX))
      throw new ImageError("it has too many pixels for its format");
    const box = { height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true } as const;
    const uprightImage = await resizeUpright(openImage(), metadata, { ...box, width: ORIGINAL_WIDTH });
    const { data, info } = await uprightImage.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(data)
      .resize({ width: THUMBNAIL_WIDTH, ...box })
      .webp({ quality: 76 })
      .toBuffer();
    return { original: data, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError("it can't be decoded", { cause: error });
  }
}
