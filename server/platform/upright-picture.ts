import type { Metadata, ResizeOptions, Sharp } from "sharp";
import { sharp } from "./picture-reader.ts";

/** A stored picture before rotation: EXIF orientation (1 to 8) and pixel size. */
export type StoredPicture = Pick<Metadata, "orientation" | "width" | "height"> & {
  readonly hasAlpha?: boolean;
};

/** Larger pictures get a white background: encoding transparency takes up to 45 bytes of memory per pixel. */
const TRANSPARENT_MAX_PIXELS = 500_000;

const isOnItsSide = ({ orientation = 1 }: StoredPicture) => orientation >= 5;

/**
 * Resizes a picture, then rotates it upright. The other way round the full picture would be in memory, because a
 * rotated picture can't be read line by line.
 */
export async function resizeUpright(
  picture: Sharp,
  stored: StoredPicture,
  { width, height, ...options }: ResizeOptions & { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const { orientation = 1 } = stored;
  if (stored.hasAlpha && stored.width * stored.height > TRANSPARENT_MAX_PIXELS)
    picture.flatten({ background: "white" });
  const [storedWidth, storedHeight] = isOnItsSide(stored) ? [height, width] : [width, height];
  const shrunk = picture.resize({ ...options, width: storedWidth, height: storedHeight });
  if (orientation === 1) return shrunk;
  const turned = shrunk.withMetadata({ orientation }).png({ compressionLevel: 0 });
  return sharp(await turned.toBuffer()).autoOrient();
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Maps a square of the upright picture to the stored one. */
export function toStoredSquare({ left, top, size }: Square, stored: StoredPicture): Square {
  const { orientation = 1, width, height } = stored;
  // An orientation is a mirroring in x, y, both or neither, optionally followed by a transposition.
  const [x, y] = isOnItsSide(stored) ? [top, left] : [left, top];
  const isMirroredInX = [2, 3, 7, 8].includes(orientation);
  const isMirroredInY = [3, 4, 6, 7].includes(orientation);
  return {
    left: isMirroredInX ? width - x - size : x,
    top: isMirroredInY ? height - y - size : y,
    size,
  };
}
