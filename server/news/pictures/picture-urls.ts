import type { NewsCategory } from "#core/news/categories.ts";
import type { NewsPicture } from "#core/news/types.ts";

/** The mount path of news pictures. */
const PICTURES_MOUNT = "/news-images";

/** Pixel size of the category pictures. */
export const CATEGORY_PICTURE = { width: 1200, height: 675 } as const;

export function toStoredPicture(id: string, width: number, height: number): NewsPicture {
  return {
    url: `${PICTURES_MOUNT}/${id}.webp`,
    thumbnailUrl: `${PICTURES_MOUNT}/${id}-small.webp`,
    width,
    height,
    isCategoryPicture: false,
  };
}

export function toCategoryPicture(category: NewsCategory): NewsPicture {
  return {
    url: `${PICTURES_MOUNT}/${category}.webp`,
    thumbnailUrl: `${PICTURES_MOUNT}/${category}-small.webp`,
    ...CATEGORY_PICTURE,
    isCategoryPicture: true,
  };
}
