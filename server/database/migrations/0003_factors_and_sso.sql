-- Second factors, recovery codes and single sign-on (schema auth).

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Two factors without a name count as equally named.
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The shared secret of TOTP, encrypted (AES-256-GCM) with a key from auth.secrets.
  secret_sealed bytea check ((secret_sealed is not null) = (factor_type = 'totp')),
  -- The step of time of the last code that was accepted: neither it nor an earlier one is accepted again.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, friendly_name)
);
-- A person has one set of recovery codes.
create unique index mfa_factors_one_recovery on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- Only the address that asked may answer.
  ip inet not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  -- SHA-256 of a code of 79 random bits, which nobody finds by trying.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- The factor that raised the session to aal2.
alter table auth.sessions add column factor_id uuid references auth.mfa_factors on delete set null;
create index sessions_factor on auth.sessions (factor_id) where factor_id is not null;

-- People of an identity provider. Their address is the provider's word, kept apart from users.email: whatever finds
-- an account by its address (passwords, codes, links) never finds theirs, and both kinds may exist for one address.
alter table auth.users
  add column is_sso_user boolean not null default false,
  add column sso_email text check (sso_email = lower(sso_email) and length(sso_email) <= 255),
  add constraint users_sso check (case when is_sso_user then email is null and phone is null else sso_email is null end);
-- The administrator's list: newest first, or oldest.
create index users_newest on auth.users (created_at desc, id desc);

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  -- The operator's own name for it.
  resource_id text unique check (char_length(resource_id) between 1 and 200),
  entity_id text not null unique,
  metadata_xml text not null check (length(metadata_xml) <= 262144),
  name_id_format text,
  attribute_mapping jsonb not null default '{}',
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sso_domains (
  -- Lower case, whole: a subdomain is another domain.
  domain text primary key check (domain = lower(domain) and length(domain) between 1 and 253),
  provider_id uuid not null references auth.sso_providers on delete cascade,
  created_at timestamptz not null default now()
);
create index sso_domains_provider on auth.sso_domains (provider_id);

-- Requests that were sent to a provider and are not answered yet. The id travels as RelayState.
create table auth.saml_requests (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references auth.sso_providers on delete cascade,
  -- The ID of the AuthnRequest, which the answer names in InResponseTo.
  request_id text not null unique,
  redirect_to text not null,
  -- For a browser that ends the flow itself (PKCE).
  flow_id uuid references auth.flow_states on delete cascade,
  created_at timestamptz not null default now()
);
create index saml_requests_created on auth.saml_requests (created_at);
create index saml_requests_flow on auth.saml_requests (flow_id);
create index saml_requests_provider on auth.saml_requests (provider_id);

-- Assertions that were accepted, until they would be too old anyway: none counts twice.
create table auth.saml_assertions (
  provider_id uuid not null references auth.sso_providers on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (provider_id, assertion_id)
);
create index saml_assertions_expires on auth.saml_assertions (expires_at);
