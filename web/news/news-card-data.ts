import type { Page } from "#core/forum/types.ts";
import { removeSamplePrefix } from "#core/news/sample-title.ts";
import type { NewsCard } from "#core/news/types.ts";

/** The fields a card needs, with only the thumbnail's URL. */
export type NewsCardData = Omit<NewsCard, "image"> & { readonly image: string };

export const toNewsCardData = ({ image, ...article }: NewsCard): NewsCardData => ({
  ...article,
  title: removeSamplePrefix(article.title, article.isSample),
  image: image.thumbnailUrl,
});

export const toNewsCardPage = ({ items, nextCursor }: Page<NewsCard>): Page<NewsCardData> => ({
  items: items.map(toNewsCardData),
  nextCursor,
});
