/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = ["email.outbox"];
