-- Every act of an administrator: who, what, when, why, before and after. Rows are added and never changed.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Not a foreign key: an account that is deleted leaves its acts as they were.
  actor_id uuid,
  actor_name text not null,
  act text not null check (act ~ '^[a-z]{1,20}[.][a-z-]{1,30}$'),
  thing_kind text not null,
  thing_id text not null check (char_length(thing_id) <= 200),
  thing_name text not null check (char_length(thing_name) <= 300),
  why text not null default '' check (char_length(why) <= 500),
  before jsonb,
  after jsonb
);
create index audit_log_thing on public.audit_log (thing_kind, thing_id, id desc);
create index audit_log_actor on public.audit_log (actor_id, id desc);
