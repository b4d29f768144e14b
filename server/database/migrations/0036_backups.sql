-- What the program knows about its backups, for administrators and for the next scheduled one.
create table public.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  -- When it was complete or had failed.
  ended_at timestamptz not null,
  is_scheduled boolean not null,
  is_encrypted boolean not null,
  -- Bytes of the file; null if it failed.
  size bigint,
  error text check (char_length(error) <= 1000),
  check ((size is null) = (error is not null))
);
create index backups_ended on public.backups (ended_at desc);
