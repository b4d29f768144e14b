/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = [
  "public.ai_conversations",
  "public.ai_history_members",
  "public.ai_runs",
  "public.ai_turns",
];
