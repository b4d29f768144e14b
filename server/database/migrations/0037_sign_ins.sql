-- Each account's recent sign-ins, shown to its owner for 90 days (docs/decisions/078).
create table auth.sign_ins (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- The session that it started, which may have ended since. Null for a refused sign-in.
  session_id uuid,
  method text not null,
  -- The sign-in provider, if any.
  provider text,
  -- pending: two-factor authentication wasn't completed.
  outcome text not null check (outcome in ('succeeded', 'pending', 'refused')),
  device text not null,
  -- Not the whole IP address: its network, or that it is a local one.
  location text,
  -- Equal refusals within an hour share a row.
  attempts integer not null default 1,
  -- The latest attempt.
  at timestamptz not null
);
create index sign_ins_user on auth.sign_ins (user_id, at desc);
create index sign_ins_at on auth.sign_ins (at);

-- The provider of a PKCE code.
alter table auth.flow_states add column provider text;

-- The session that confirms its member's identity at the provider, instead of signing in or linking.
alter table auth.oauth_flows add column step_up_session_id uuid references auth.sessions on delete cascade;
create index oauth_flows_step_up on auth.oauth_flows (step_up_session_id) where step_up_session_id is not null;
