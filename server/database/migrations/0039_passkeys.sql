-- Passkeys (WebAuthn credentials), for signing in and as a second factor (docs/decisions/075).

alter table auth.mfa_factors drop constraint mfa_factors_factor_type_check;
alter table auth.mfa_factors
  add constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'recovery_code', 'webauthn'));

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Chosen by the authenticator. WebAuthn allows up to 1,023 bytes.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- A COSE key.
  public_key bytea not null check (octet_length(public_key) between 1 and 2048),
  -- The last signature counter. Stays 0 for authenticators without one.
  counter bigint not null check (counter >= 0),
  -- Hints for the browser on how to reach the authenticator, such as "internal" or "usb".
  transports text[] not null default '{}',
  name text not null default '' check (char_length(name) <= 120),
  -- Whether it is synced, so that losing one device doesn't lose it.
  is_backed_up boolean not null,
  -- Set if two-factor authentication requires it, like an authenticator app.
  factor_id uuid unique references auth.mfa_factors on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id);

-- The passkey that a session signed in or stepped up with.
alter table auth.sessions add column passkey_id uuid references auth.passkeys on delete set null;
create index sessions_passkey on auth.sessions (passkey_id) where passkey_id is not null;

-- Challenges that haven't been used yet. Each is deleted by its first use.
create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('sign-in', 'register', 'enroll', 'verify')),
  challenge bytea not null,
  -- SHA-256 of the cookie of the browser that a sign-in's challenge was created for.
  browser_hash bytea,
  -- All other challenges belong to a session, and those of two-factor authentication also to a factor or passkey.
  session_id uuid references auth.sessions on delete cascade,
  target_id uuid,
  created_at timestamptz not null,
  check ((purpose = 'sign-in') = (session_id is null)),
  check ((purpose in ('enroll', 'verify')) = (target_id is not null))
);
create index passkey_challenges_created on auth.passkey_challenges (created_at);
create index passkey_challenges_session on auth.passkey_challenges (session_id) where session_id is not null;
