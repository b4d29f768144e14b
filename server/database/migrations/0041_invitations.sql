-- Invitations by link or email, and who joined with them (docs/decisions/077).

create table public.invitations (
  id uuid primary key,
  -- SHA-256 of the token, which is in the link and nowhere else.
  token_hash bytea not null unique,
  -- Null once the inviter's account is deleted.
  inviter_id uuid references public.profiles on delete set null,
  label text not null default '' check (char_length(label) <= 80),
  -- The only address that can use the invitation. Null for a link.
  email text check (char_length(email) <= 320),
  days integer not null check (days between 1 and 365),
  max_uses integer not null check (max_uses between 1 and 1000),
  use_count integer not null default 0 check (use_count between 0 and max_uses),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invitations_newest on public.invitations (created_at desc, id desc);
create index invitations_inviter on public.invitations (inviter_id, created_at desc, id desc);

create table public.invitation_joins (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null references public.invitations on delete cascade,
  -- Null once the member's account is deleted: the use remains counted.
  member_id uuid unique references public.profiles on delete set null,
  joined_at timestamptz not null
);
create index invitation_joins_newest on public.invitation_joins (invitation_id, joined_at desc, id desc);

-- The invitation that an account has presented. It is used when the account gets its profile: an unconfirmed account
-- must not use it up.
create table public.invitation_requests (
  user_id uuid primary key references auth.users on delete cascade,
  invitation_id uuid not null references public.invitations on delete cascade,
  presented_at timestamptz not null
);
create index invitation_requests_invitation on public.invitation_requests (invitation_id);

-- The identity provider sends the browser back with a form from another site, which comes without the cookie.
alter table auth.saml_requests add column invitation_id uuid;
