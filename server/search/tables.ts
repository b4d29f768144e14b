/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = [
  "public.search_articles",
  "public.search_indexing",
  "public.search_backlog",
  "public.search_comments",
  "public.search_documents",
  "public.search_posts",
];
