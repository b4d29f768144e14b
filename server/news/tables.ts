/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = [
  "public.news_articles",
  "public.news_counts",
  "public.news_images",
  "public.news_removed_articles",
  "public.news_sources",
  "public.news_view_days",
  "public.news_views",
  "public.news_words",
];
