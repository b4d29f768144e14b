import { POST_IMAGE_HEIGHT, POST_IMAGE_THUMBNAIL_WIDTH, POST_IMAGE_WIDTH } from "./limits.ts";
import { POST_IMAGES } from "./rules.ts";

export const POST_IMAGES_PATH = `/storage/v1/object/public/${POST_IMAGES}/`;

export interface ImageSize {
  /** In pixels, of the original. */
  readonly width: number;
  readonly height: number;
}

/**
 * Builds an image's path. The fragment, which browsers don't send, contains the image's size, so that pages can reserve
 * the space.
 */
export function buildImagePath(key: string, { width, height }: ImageSize): string {
  return `${POST_IMAGES_PATH}${key}#${width}x${height}`;
}

/** Parses the size in an image URL; null if it is missing or impossible. */
export function parseImageSize(url: string): ImageSize | null {
  const [, width, height] = /#([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(url) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return size.width <= POST_IMAGE_WIDTH && size.height <= POST_IMAGE_HEIGHT ? size : null;
}

/** Builds the attributes for an image with a thumbnail; null if the image has none. */
export function buildImageSources(path: string, width: number): { srcset: string; sizes: string } | null {
  const hasThumbnail =
    path.startsWith(POST_IMAGES_PATH) && !path.includes("?") && width > POST_IMAGE_THUMBNAIL_WIDTH;
  if (!hasThumbnail) return null;
  return {
    srcset: `${path}?width=${POST_IMAGE_THUMBNAIL_WIDTH} ${POST_IMAGE_THUMBNAIL_WIDTH}w, ${path} ${width}w`,
    sizes: "(min-width: 48rem) 42rem, 100vw",
  };
}
