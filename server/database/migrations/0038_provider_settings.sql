-- Sign-in providers that administrators add in the settings (docs/decisions/081).
create table auth.sign_in_providers (
  -- The auth protocol's name. It is part of every identity, so it never changes.
  id text primary key check (id ~ '^(apple|discord|github|gitlab|google|x|custom:[a-z0-9]{1,20})$'),
  label text not null check (char_length(label) between 1 and 40),
  -- The issuer of an OpenID provider, or the URL of a self-hosted GitHub or GitLab.
  url text check (char_length(url) <= 500),
  client_id text not null check (char_length(client_id) between 1 and 500),
  -- Null: the provider's usual scopes.
  scopes text check (char_length(scopes) <= 500),
  apple_team_id text check (char_length(apple_team_id) <= 40),
  apple_key_id text check (char_length(apple_key_id) <= 40),
  -- The client secret, or Apple's private key, encrypted with AES-256-GCM.
  secret_sealed bytea not null check (length(secret_sealed) <= 20000),
  is_enabled boolean not null,
  -- Counts the changes: a form contains the version that it was opened with.
  version integer not null check (version > 0),
  changed_at timestamptz not null,
  changed_by_name text not null
);

-- Set for an administrator's test: the version of the provider's settings, or 0 for those in the environment.
alter table auth.oauth_flows add column tested_version integer;

-- The result of the last test in an administrator's session. Contains their name and email address at the provider.
create table auth.provider_tests (
  session_id uuid primary key references auth.sessions on delete cascade,
  provider text not null,
  result jsonb not null,
  created_at timestamptz not null
);
create index provider_tests_created on auth.provider_tests (created_at);
