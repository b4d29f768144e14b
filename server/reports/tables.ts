export const TABLES = ["public.report_groups", "public.reports"];
