-- Where the site's files are. Its one row is created when the program starts.
create table storage.location (
  id boolean primary key default true check (id),
  -- Where new files are written: the disk, or the bucket on S3.
  store text not null check (store in ('disk', 's3')),
  -- The other one, while it may still contain files: during a move, and until the old copies are deleted.
  previous text check (previous in ('disk', 's3') and previous <> store),
  -- When everything had been moved; null during a move.
  moved_at timestamptz,
  check (previous is not null or moved_at is null)
);

create function storage.announce_location() returns trigger language plpgsql as $$
begin
  perform pg_notify('lattice', '{"topic": "files", "data": {}}');
  return null;
end $$;
create trigger location_announced after insert or update or delete on storage.location
  for each statement execute function storage.announce_location();

-- Files that the current move has copied and verified. Unlogged: if it is lost, they are copied again.
create unlogged table storage.moved_files (
  path text collate "C" primary key
);
