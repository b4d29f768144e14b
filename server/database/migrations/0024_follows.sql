-- What members make of threads: followed or muted, saved, and how far each was read.

-- No row: neither. Whoever writes in a thread follows it, unless it is muted.
create table public.thread_follows (
  member_id uuid not null references public.profiles on delete cascade,
  post_id uuid not null references public.forum_posts on delete cascade,
  state text not null check (state in ('following', 'muted')),
  created_at timestamptz not null default now(),
  primary key (member_id, post_id)
);
-- Everybody who wants to hear of a thread.
create index thread_follows_post on public.thread_follows (post_id, state, member_id);

insert into public.thread_follows (member_id, post_id, state, created_at)
  select author_id, id, 'following', created_at from public.forum_posts
  where author_id is not null and deleted_at is null;

create table public.saved_posts (
  member_id uuid not null references public.profiles on delete cascade,
  post_id uuid not null references public.forum_posts on delete cascade,
  saved_at timestamptz not null default now(),
  primary key (member_id, post_id)
);
create index saved_posts_newest on public.saved_posts (member_id, saved_at desc, post_id desc);

create table public.post_visits (
  member_id uuid not null references public.profiles on delete cascade,
  post_id uuid not null references public.forum_posts on delete cascade,
  -- The newest comment that was there when the member last looked, or the post itself; never moves back.
  seen_at timestamptz not null,
  -- What seen_at was when the visit under way began; null on the first.
  since_at timestamptz check (since_at <= seen_at),
  primary key (member_id, post_id)
);

-- A thread's comments from a moment on, whatever they answer.
create index comments_of_post on public.comments (post_id, created_at) include (author_id) where deleted_at is null;
