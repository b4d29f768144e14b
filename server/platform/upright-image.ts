import type { Metadata, ResizeOptions, Sharp } from "sharp";
import { sharp } from "./image-reader.ts";

/** A stored image before rotation, with its EXIF orientation (1 to 8) and its size in pixels. */
export type StoredImage = Pick<Metadata, "orientation" | "width" | "height"> & {
  readonly hasAlpha?: boolean;
};

/** Larger transparent images get a white background: encoding transparency takes up to 45 bytes of memory per pixel. */
const TRANSPARENT_MAX_PIXELS = 500_000;

const isOnItsSide = ({ orientation = 1 }: StoredImage) => orientation >= 5;

/** Resizes before rotating, because a rotated image can't be read line by line and would be in memory in full. */
export async function resizeUpright(
  image: Sharp,
  storedImage: StoredImage,
  { width, height, ...options }: ResizeOptions & { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const { orientation = 1 } = storedImage;
  if (storedImage.hasAlpha && storedImage.width * storedImage.height > TRANSPARENT_MAX_PIXELS)
    image.flatten({ background: "white" });
  const [storedWidth, storedHeight] = isOnItsSide(storedImage) ? [height, width] : [width, height];
  const resizedImage = image.resize({ ...options, width: storedWidth, height: storedHeight });
  if (orientation === 1) return resizedImage;
  const rotatedImage = resizedImage.withMetadata({ orientation }).png({ compressionLevel: 0 });
  return sharp(await rotatedImage.toBuffer()).autoOrient();
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Maps a square of the upright image to the same part of the stored image. */
export function toStoredSquare({ left, top, size }: Square, storedImage: StoredImage): Square {
  const { orientation = 1, width, height } = storedImage;
  // An orientation is a mirroring in x, y, both or neither, optionally followed by a transposition.
  const [x, y] = isOnItsSide(storedImage) ? [top, left] : [left, top];
  const isMirroredInX = [2, 3, 7, 8].includes(orientation);
  const isMirroredInY = [3, 4, 6, 7].includes(orientation);
  return {
    left: isMirroredInX ? width - x - size : x,
    top: isMirroredInY ? height - y - size : y,
    size,
  };
}
