-- One-time codes and links, the flows that end in a browser's own exchange (PKCE), and the mails that carry them.

alter table auth.users
  add column confirmation_sent_at timestamptz,
  add column invited_at timestamptz,
  add column recovery_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz,
  add column email_change_sent_at timestamptz,
  -- The address that the account moves to once that is confirmed.
  add column new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  -- Which of the two addresses has agreed to the change already.
  add column email_change_half text check (email_change_half in ('current', 'new'));

-- A flow that began with a challenge; it ends when the holder of the verifier trades the code.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9._~-]{43,128}$'),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- The amr of the session that comes of it.
  method text not null,
  -- Set with the code, once the person has been proved.
  user_id uuid references auth.users on delete cascade,
  -- SHA-256 of the code.
  code_hash bytea unique,
  code_issued_at timestamptz,
  created_at timestamptz not null default now()
);
create index flow_states_user on auth.flow_states (user_id);
create index flow_states_created on auth.flow_states (created_at);

-- At most one code of a kind for a user: a newer one takes the place of the older.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication')),
  -- The address that the code was sent to.
  address text not null,
  -- SHA-256 of the link's token, which is random and has nothing to do with the code.
  link_hash bytea not null unique,
  -- HMAC-SHA-256 of address and code, under a key from auth.secrets.
  code_hash bytea not null,
  wrong_tries integer not null default 0,
  flow_id uuid references auth.flow_states on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
create index one_time_tokens_address on auth.one_time_tokens (address);
create index one_time_tokens_flow on auth.one_time_tokens (flow_id);

-- When a mail of a kind was last asked for, known address or not. The key is a digest: no list of addresses.
create table auth.mail_spacing (
  key bytea primary key,
  asked_at timestamptz not null
);
create index mail_spacing_asked on auth.mail_spacing (asked_at);

create schema mail;

-- Every mail of the program. "waiting" is to be sent, at the earliest at due_at; "kept" was made without an SMTP
-- server, for an administrator to read; a mail that was sent keeps no body, since its code is nobody else's business.
create table mail.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text,
  body_html text,
  state text not null check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index outbox_due on mail.outbox (due_at) where state = 'waiting';
create index outbox_newest on mail.outbox (created_at desc, id desc);
