/** The table of the processes that listen for announcements. */
export const TABLES = ["public.listening_processes"];
