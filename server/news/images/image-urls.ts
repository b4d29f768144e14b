import type { NewsCategory } from "#core/news/categories.ts";
import type { NewsImage } from "#core/news/types.ts";

const IMAGES_MOUNT = "/news-images";

export const CATEGORY_IMAGE_SIZE = { width: 1200, height: 675 } as const;

export function buildStoredImage(id: string, width: number, height: number): NewsImage {
  return {
    url: `${IMAGES_MOUNT}/${id}.webp`,
    thumbnailUrl: `${IMAGES_MOUNT}/${id}-small.webp`,
    width,
    height,
    isCategoryImage: false,
  };
}

export function buildCategoryImage(category: NewsCategory): NewsImage {
  return {
    url: `${IMAGES_MOUNT}/${category}.webp`,
    thumbnailUrl: `${IMAGES_MOUNT}/${category}-small.webp`,
    ...CATEGORY_IMAGE_SIZE,
    isCategoryImage: true,
  };
}
