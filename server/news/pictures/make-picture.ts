import { mostPixels } from "#server/platform/picture-cost.ts";
import { pictureTurn, sharp } from "#server/platform/picture-reader.ts";
import { shrinkUpright } from "#server/platform/upright-picture.ts";

export interface MadePicture {
  /** At most 1200 pixels wide. */
  readonly whole: Buffer;
  /** At most 480. */
  readonly small: Buffer;
  readonly width: number;
  readonly height: number;
}

const PICTURE_WIDTH = 1200;
const PICTURE_SMALL_WIDTH = 480;
const HEIGHT_MAX = 1600;
/** Smaller ones are marks and avatars, and show worse than the category's picture. */
const WIDTH_MIN = 120;
const HEIGHT_MIN = 60;
const PIXELS_MAX = 40_000_000;

export class PictureError extends Error {
  override readonly name = "PictureError";
}

/**
 * Makes a news picture anew from its pixels, as WebP in the two sizes that the pages use; of a moving one the first
 * frame. Nothing but the pixels gets through. Throws PictureError for what is no picture, too small or too large.
 */
export function makePicture(bytes: Buffer): Promise<MadePicture> {
  return pictureTurn(() => make(bytes));
}

async function make(bytes: Buffer): Promise<MadePicture> {
  const open = () =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 }).timeout({ seconds: 20 });
  try {
    const metadata = await open().metadata();
    const { autoOrient } = metadata;
    if (autoOrient.width < WIDTH_MIN || autoOrient.height < HEIGHT_MIN)
      throw new PictureError("it is too small");
    if (autoOrient.width * autoOrient.height > mostPixels(bytes, metadata, PIXELS_MAX))
      throw new PictureError("it is too large for its kind");
    const box = { height: HEIGHT_MAX, fit: "inside", withoutEnlargement: true } as const;
    const upright = await shrinkUpright(open(), metadata, { ...box, width: PICTURE_WIDTH });
    const { data, info } = await upright.webp({ quality: 80 }).toBuffer({ resolveWithObject: true });
    const small = await sharp(data)
      .resize({ width: PICTURE_SMALL_WIDTH, ...box })
      .webp({ quality: 76 })
      .toBuffer();
    return { whole: data, small, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    throw new PictureError("it is no picture that can be read", { cause: error });
  }
}
