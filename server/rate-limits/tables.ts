/** The table that this module owns. scripts/sql/table-access.ts lists the other modules that may use it. */
export const TABLES = ["auth.rate_limits"];
