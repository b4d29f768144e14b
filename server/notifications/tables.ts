/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = [
  "public.notification_emails",
  "public.notification_preferences",
  "public.notifications",
];
