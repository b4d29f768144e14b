-- What administrators do with accounts: suspensions with their reason, notes, and the list of members in any order.

alter table auth.users
  -- Why the account is suspended, in the words that its member is told. Counts while banned_until is to come.
  add column banned_reason text check (char_length(banned_reason) <= 500);
create index users_banned on auth.users (banned_until) where banned_until is not null;
create index users_unconfirmed on auth.users (created_at desc, id desc)
  where email_confirmed_at is null and phone_confirmed_at is null and not is_anonymous and not is_sso_user
    and deleted_at is null;
create index users_email_trigram on auth.users using gin (email gin_trgm_ops);
create index users_sso_email_trigram on auth.users using gin (sso_email gin_trgm_ops) where sso_email is not null;

-- A deletion that takes what the member wrote with it.
alter table auth.departures add column takes_content boolean not null default false;

create index profiles_username_trigram on public.profiles using gin (username gin_trgm_ops);
create index profiles_by_karma on public.profiles (karma desc, id desc);
create index profiles_by_name on public.profiles ((lower(username)) collate "C", id);

-- What administrators write down about a member, for each other.
create table auth.member_notes (
  id bigint generated always as identity primary key,
  member_id uuid not null references auth.users on delete cascade,
  -- The name as it was: a note outlives who wrote it.
  author_name text not null,
  content text not null check (char_length(content) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index member_notes_member on auth.member_notes (member_id, id desc);
