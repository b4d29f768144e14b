import { NEWS_CATEGORY_LABELS, type NewsCategory } from "#core/news/categories.ts";
import type { PageFeed } from "#web/page/page-meta.ts";

/** The Atom feeds of a news page: one with all news and, on a category's page, one for that category. */
export function listNewsFeeds(category: NewsCategory | null): PageFeed[] {
  return [
    { title: "News", path: "/feeds/news.xml" },
    ...(category === null
      ? []
      : [{ title: `${NEWS_CATEGORY_LABELS[category]} news`, path: `/feeds/${category}.xml` }]),
  ];
}
