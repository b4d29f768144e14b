-- Where a backup was written, so that it counts only while it is still there: a path or an s3:// URL, and for a path the
-- name of the machine. Both are null for backups by an earlier version.
alter table public.backups add column file text, add column host text;
