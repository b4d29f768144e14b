import { POST_IMAGE_HEIGHT, POST_IMAGE_SMALL_WIDTH, POST_IMAGE_WIDTH } from "./limits.ts";
import { POST_IMAGES } from "./rules.ts";

/** Where everybody may read the pictures of posts. */
export const POST_IMAGES_PATH = `/storage/v1/object/public/${POST_IMAGES}/`;

/** The keys that the editor gives, as a regular expression that PostgreSQL and JavaScript read alike. */
export const EDITOR_KEY = "[0-9a-f-]{36}/[A-Za-z0-9_-]+[.]webp";

export interface PictureSize {
  /** In pixels, of the larger of its two sizes. */
  readonly width: number;
  readonly height: number;
}

/**
 * A picture's address as a text carries it: its size stands behind it, so that a page knows it without asking and
 * nothing moves when the picture comes. Browsers never send that part.
 */
export function pictureAddress(key: string, { width, height }: PictureSize): string {
  return `${POST_IMAGES_PATH}${key}#${width}x${height}`;
}

/** The size that an address says; null where it says none, or one that no picture of ours has. */
export function readPictureSize(address: string): PictureSize | null {
  const [, wide, high] = /#([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(address) ?? [];
  const size = { width: Number(wide), height: Number(high) };
  return size.width <= POST_IMAGE_WIDTH && size.height <= POST_IMAGE_HEIGHT ? size : null;
}

/** The sizes that a browser may choose from, for a picture of a post wide enough to be kept in two. */
export function pictureSources(path: string, width: number): { srcset: string; sizes: string } | null {
  const isKeptInTwo =
    path.startsWith(POST_IMAGES_PATH) && !path.includes("?") && width > POST_IMAGE_SMALL_WIDTH;
  if (!isKeptInTwo) return null;
  return {
    srcset: `${path}?width=${POST_IMAGE_SMALL_WIDTH} ${POST_IMAGE_SMALL_WIDTH}w, ${path} ${width}w`,
    sizes: "(min-width: 48rem) 42rem, 100vw",
  };
}
