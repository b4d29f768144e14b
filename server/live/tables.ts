export const TABLES = ["public.live_processes", "public.live_salt"];
