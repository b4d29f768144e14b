-- Files: what is known of each. The bytes lie in a file store under random names (server/storage/file-store.ts).
create schema storage;

-- Made on the first start and shared by every program on this database: the name of the folder that holds this
-- database's files, and the secret that signs addresses.
create table storage.settings (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table storage.buckets (
  id text collate "C" primary key check (char_length(id) between 1 and 100),
  name text not null unique check (char_length(name) between 1 and 100),
  owner_id uuid references auth.users on delete set null,
  is_public boolean not null default false,
  -- Bytes; null is the program's own limit.
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index buckets_owner on storage.buckets (owner_id) where owner_id is not null;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text collate "C" not null references storage.buckets,
  -- Bytewise order, so that one index serves keys, prefixes and pages.
  name text collate "C" not null check (char_length(name) between 1 and 1024),
  owner_id uuid references auth.users on delete set null,
  -- Changes with every new content.
  version uuid not null,
  -- Names in the file store, never the caller's words. No two rows share a file.
  file uuid not null unique,
  size bigint not null check (size >= 0),
  -- The same picture at most 800 pixels wide; null when the file itself is.
  small_file uuid unique,
  small_size bigint check (small_size >= 0),
  check ((small_file is null) = (small_size is null)),
  etag text not null,
  content_type text not null,
  cache_control text not null,
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
create index objects_owner on storage.objects (owner_id) where owner_id is not null;

-- The product's own: pictures, which everyone may see. Their rules stand in core/storage/rules.ts.
insert into storage.buckets (id, name, is_public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', true, 10485760,
    '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('post-images', 'post-images', true, 10485760,
    '{image/jpeg,image/png,image/webp,image/gif,image/avif}');
