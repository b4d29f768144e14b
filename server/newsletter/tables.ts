/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = ["public.newsletter_issues", "public.newsletter_subscribers"];
