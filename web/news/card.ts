import type { Page } from "#core/forum/types.ts";
import type { NewsCard } from "#core/news/types.ts";

/** The fields a card needs, with only the thumbnail's URL. */
export type ShownNews = Omit<NewsCard, "picture"> & { readonly picture: string };

export const showNews = ({ picture, ...news }: NewsCard): ShownNews => ({
  ...news,
  picture: picture.thumbnailUrl,
});

export const showNewsPage = ({ items, nextCursor }: Page<NewsCard>): Page<ShownNews> => ({
  items: items.map(showNews),
  nextCursor,
});
