-- What members are told, by which way, and the mails that carry it.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('reply', 'mention', 'thread', 'votes', 'moderation')),
  -- What it is about: the comment; without one, the post. Of a moderation both may be missing.
  post_id uuid references public.forum_posts on delete cascade,
  comment_id uuid references public.comments on delete cascade,
  -- Of a moderation: what was done, the name of the thing as it was, and the administrator's words.
  act text,
  name text not null default '' check (char_length(name) <= 300),
  words text not null default '' check (char_length(words) <= 500),
  -- Of votes: how many people voted, and of how many the member has read. With none left it is not shown.
  amount integer not null default 1 check (amount >= 0),
  seen integer not null default 0 check (seen >= 0),
  at timestamptz not null,
  read_at timestamptz,
  -- From when on a mail may tell of it; null where none shall, or where one has.
  mail_at timestamptz,
  check ((kind = 'moderation') = (act is not null)),
  check (kind = 'moderation' or post_id is not null),
  check (amount > 0 or read_at is not null)
);
-- Never two for one thing and person; votes on a thing are another matter than the words of it.
create unique index notifications_once
  on public.notifications (member_id, (coalesce(comment_id, post_id)), (kind = 'votes')) where kind <> 'moderation';
create index notifications_newest on public.notifications (member_id, at desc, id desc) where amount > 0;
create index notifications_unread on public.notifications (member_id, at desc, id desc) where read_at is null;
create index notifications_post on public.notifications (post_id) where post_id is not null;
create index notifications_comment on public.notifications (comment_id) where comment_id is not null;
create index notifications_to_mail on public.notifications (mail_at, member_id)
  where mail_at is not null and read_at is null;
create index notifications_age on public.notifications using brin (at);

-- How a member wants to be told of a kind, where it is not as everybody begins (core/notifications/kinds.ts).
create table public.notification_choices (
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('reply', 'mention', 'thread', 'votes', 'moderation')),
  choice text not null check (choice in ('site', 'mail', 'never')),
  primary key (member_id, kind)
);

-- When somebody was last sent a mail of notifications: the next one waits.
create table public.notification_mails (
  member_id uuid primary key references public.profiles on delete cascade,
  last_at timestamptz not null
);

-- Where a mail that nobody asked for one by one is unsubscribed from (RFC 8058).
alter table mail.outbox add column if not exists unsubscribe_url text;

-- Names by their beginning, while one is typed.
create index profiles_username_beginning on public.profiles (username_folded collate "C");
