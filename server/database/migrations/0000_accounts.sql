-- Accounts (schema auth) and what the community knows of a member (schema public).
create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  -- Lower case; null when the account has none (anonymous, phone).
  email text unique check (email = lower(email) and length(email) <= 255),
  phone text unique,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  -- A ban without end is a far date: infinity is no time that a program can count with.
  banned_until timestamptz check (isfinite(banned_until)),
  is_anonymous boolean not null default false,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], one entry per method, newest first.
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  -- When a page was last asked for; written at most once a minute. "Online Now" counts it.
  last_seen_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);
create index sessions_last_seen on auth.sessions (last_seen_at desc);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  -- SHA-256. The token itself is kept only while it is the active one, since the reuse rule hands it out again, and
  -- only encrypted (AES-256-GCM), so that reading this table alone signs nobody in.
  token_hash bytea not null unique,
  token_sealed bytea,
  session_id uuid not null references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  parent_id bigint references auth.refresh_tokens on delete cascade,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
create index refresh_tokens_user on auth.refresh_tokens (user_id);
create index refresh_tokens_parent on auth.refresh_tokens (parent_id);

-- Secrets made on the first start and shared by every program on this database.
create table auth.secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

-- Counters of rate-limiter-flexible, shared by every program on this database.
create table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire on auth.rate_limits (expire);

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  username text not null check (char_length(username) between 3 and 30),
  -- The name as the eye sees it: case and confusable characters folded. Two names that look alike cannot both exist.
  username_skeleton text not null unique,
  -- The name without its case and accents. Needed beside the skeleton because the cases of a Greek letter look like
  -- different Latin ones: by skeleton alone, a name and the same name in capitals could both exist.
  username_folded text unique,
  avatar_url text,
  is_verified boolean not null default false,
  bio text not null default '' check (char_length(bio) <= 1000),
  -- The sum of others' votes on the member's posts and comments; kept with each vote, recomputable from the rows.
  karma integer not null default 0,
  join_date timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index profiles_newest on public.profiles (created_at desc, id desc);

create table public.user_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null default 'user' check (role in ('user', 'admin'))
);
create index user_roles_admins on public.user_roles (user_id) where role = 'admin';

-- Figures that pages show of the whole site, kept by the transactions that change them: one row a day, so that
-- a sum is cheap and two writers rarely meet.
create table public.daily_counts (
  name text not null check (name in ('posts', 'members')),
  day date not null,
  amount integer not null default 0,
  primary key (name, day)
);
