-- What administrators set: one row for each section of the settings, made when it is saved first. What is not set here
-- is as the program's own defaults say.

create table public.site_settings (
  section text primary key check (section ~ '^[a-z]{1,30}$'),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  -- Counts the times that it was saved: whoever saves says which one they began with.
  version integer not null check (version > 0),
  changed_at timestamptz not null,
  -- Not a foreign key, like the audit log's.
  changed_by uuid not null,
  changed_by_name text not null
);
