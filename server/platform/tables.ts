/** The tables of the announcements, which every process listens to. */
export const TABLES = ["public.listening_processes"];
