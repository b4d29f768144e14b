-- Names that members gave up, by renaming or by leaving. Nobody else may take one, or a name that looks like it, until its
-- time is over. Only the two forms by which names are unique are stored, not the spelling. docs/decisions/049.
create table public.released_usernames (
  username_skeleton text not null,
  username_folded text not null,
  -- Who had it: they may take it back, and its page leads to theirs. Null once the account is gone.
  user_id uuid references public.profiles on delete set null,
  reserved_until timestamptz not null,
  primary key (username_skeleton, username_folded)
);
create index released_usernames_folded on public.released_usernames (username_folded);
create index released_usernames_user on public.released_usernames (user_id) where user_id is not null;
create index released_usernames_until on public.released_usernames (reserved_until);
