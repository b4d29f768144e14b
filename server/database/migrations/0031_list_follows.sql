-- Tags and categories that members follow, to be notified of new posts (docs/decisions/065).

create table public.list_follows (
  member_id uuid not null references public.profiles on delete cascade,
  kind text not null check (kind in ('tag', 'category')),
  -- A tag in lower case, as in post_tags, or a category.
  name text collate "C" not null check (name <> ''),
  created_at timestamptz not null,
  primary key (member_id, kind, name)
);
-- The members to notify of a post.
create index list_follows_members on public.list_follows (kind, name, member_id);

-- The threads whose posts are listed under "Following".
create index thread_follows_newest on public.thread_follows (member_id, created_at desc) where state = 'following';

-- A new post in a followed tag or category.
alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check
  check (kind in ('reply', 'mention', 'thread', 'post', 'votes', 'moderation'));
alter table public.notification_preferences drop constraint notification_preferences_kind_check;
alter table public.notification_preferences add constraint notification_preferences_kind_check
  check (kind in ('reply', 'mention', 'thread', 'post', 'votes', 'moderation'));
