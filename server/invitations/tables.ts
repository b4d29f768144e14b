export const TABLES = ["public.invitations", "public.invitation_joins", "public.invitation_requests"];
