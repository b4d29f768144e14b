/** The tables that this module owns. scripts/sql/table-access.ts lists who else may use them. */
export const TABLES = ["public.invitations", "public.invitation_joins", "public.invitation_requests"];
