-- The OAuth server: other programs sign members in with this site (docs/decisions/079).

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  website text check (char_length(website) <= 2048),
  logo_url text check (char_length(logo_url) <= 2048),
  -- Compared with a request's redirect_uri character by character.
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  -- SHA-256 of the secret. Clients that can't keep one have none.
  secret_hash bytea,
  registration text not null check (registration in ('manual', 'dynamic')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((auth_method = 'none') = (secret_hash is null))
);
create index oauth_clients_created on auth.oauth_clients (created_at desc, id);

-- What a member lets a client know about them.
create table auth.oauth_grants (
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text[] not null,
  granted_at timestamptz not null,
  used_at timestamptz not null,
  primary key (user_id, client_id)
);
create index oauth_grants_client on auth.oauth_grants (client_id);

-- Requests for a grant. An approved one has a code, which the client exchanges for a session.
create table auth.oauth_authorizations (
  id text primary key,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  state text,
  nonce text,
  prompt text check (prompt in ('none', 'consent')),
  code_challenge text not null,
  created_at timestamptz not null,
  -- The member who opened the request. From then on only they can answer it.
  user_id uuid references auth.users on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  -- The session that approved it. Once it has ended, the code is worth nothing.
  approving_session_id uuid references auth.sessions on delete set null,
  -- How the member signed in, for the client's session.
  aal text,
  amr jsonb,
  -- SHA-256 of the code.
  code_hash bytea unique,
  code_issued_at timestamptz,
  -- The session that the code was exchanged for. It ends if the code is used again.
  session_id uuid references auth.sessions on delete set null,
  exchanged_at timestamptz,
  check (status <> 'approved' or num_nulls(user_id, aal, amr, code_hash, code_issued_at) = 0)
);
create index oauth_authorizations_created on auth.oauth_authorizations (created_at);
create index oauth_authorizations_client on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user on auth.oauth_authorizations (user_id) where user_id is not null;
create index oauth_authorizations_approving_session on auth.oauth_authorizations (approving_session_id)
  where approving_session_id is not null;
create index oauth_authorizations_session on auth.oauth_authorizations (session_id) where session_id is not null;

-- A client's session: its tokens only open what the scopes allow. Null for members' own sessions.
alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients on delete cascade,
  add column oauth_scopes text[],
  add constraint sessions_oauth_check check ((oauth_client_id is null) = (oauth_scopes is null)) not valid;
alter table auth.sessions validate constraint sessions_oauth_check;
create index sessions_oauth_client on auth.sessions (oauth_client_id) where oauth_client_id is not null;
