/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = [
  "public.activity_counts",
  "public.activity_pending",
  "public.activity_since",
  "public.daily_counts",
];
