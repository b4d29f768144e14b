-- What programs that keep visitors' pages in memory must hear, with the commit that changes the rows.

-- Which programs may show what they keep, and until when (server/platform/announcements.ts). Written every second while
-- pages are asked for; a crash makes it worthless.
create unlogged table public.listening_programs (
  id uuid primary key,
  current_until timestamptz not null
);

-- Votes, counts and ranks are told apart from what people wrote: pages may show them a second late.
drop trigger announce_changed on public.comments;

create or replace function public.announce_changed_posts() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('forum', jsonb_build_object('of', 'posts', 'made', false, 'figuresOnly', not exists (
      select from now join before on before.id = now.id
      where (now.title, now.content, now.excerpt, now.category, now.tags, now.author_id, now.edited_at, now.deleted_at,
          now.is_pinned, now.is_locked)
        is distinct from (before.title, before.content, before.excerpt, before.category, before.tags, before.author_id,
          before.edited_at, before.deleted_at, before.is_pinned, before.is_locked))),
    (select jsonb_agg(id) from (
      select now.id from now join before on before.id = now.id where before.top_period = now.top_period limit 51) few));
  return null;
end $$;

create function public.announce_changed_comments() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('forum', jsonb_build_object('of', 'comments', 'made', false, 'figuresOnly', not exists (
      select from now join before on before.id = now.id
      where (now.content, now.author_id, now.edited_at, now.deleted_at)
        is distinct from (before.content, before.author_id, before.edited_at, before.deleted_at)),
      'postIds', (select jsonb_agg(distinct post_id) from (select post_id from now limit 51) few)),
    (select jsonb_agg(id) from (select id from now limit 51) few));
  return null;
end $$;
create trigger announce_changed after update on public.comments
  referencing old table as before new table as now for each statement execute function public.announce_changed_comments();

-- Made, and gone for good.
create or replace function public.announce_forum() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('forum', jsonb_build_object('of', tg_argv[0], 'made', tg_op = 'INSERT', 'figuresOnly', false)
      || case when tg_argv[0] = 'comments' then jsonb_build_object('postIds',
        (select jsonb_agg(distinct to_jsonb(few) ->> 'post_id') from (select * from changed limit 51) few)) else '{}' end,
    (select jsonb_agg(id) from (select id from changed limit 51) few));
  return null;
end $$;
create trigger announce_gone after delete on public.forum_posts
  referencing old table as changed for each statement execute function public.announce_forum('posts');
create trigger announce_gone after delete on public.comments
  referencing old table as changed for each statement execute function public.announce_forum('comments');

create function public.announce_changed_profiles() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('members', jsonb_build_object('figuresOnly', not exists (
      select from now join before on before.id = now.id
      where (now.username, now.avatar_url, now.is_verified, now.bio)
        is distinct from (before.username, before.avatar_url, before.is_verified, before.bio)),
      'usernames', (select case when count(*) <= 40 then jsonb_agg(username) end from (
        select username from now union select username from before limit 41) few)),
    (select jsonb_agg(id) from (select id from now limit 51) few));
  return null;
end $$;
create trigger announce_changed after update on public.profiles
  referencing old table as before new table as now for each statement execute function public.announce_changed_profiles();

create function public.announce_gone_profiles() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('members', jsonb_build_object('figuresOnly', false,
      'usernames', (select case when count(*) <= 40 then jsonb_agg(username) end from (
        select username from gone limit 41) few)),
    (select jsonb_agg(id) from (select id from gone limit 51) few));
  return null;
end $$;
create trigger announce_gone after delete on public.profiles
  referencing old table as gone for each statement execute function public.announce_gone_profiles();

create function public.announce_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('lattice', '{"topic": "news", "data": {"figuresOnly": false}}');
  return null;
end $$;
create trigger announce_made after insert on public.news_articles
  for each statement execute function public.announce_news();
create trigger announce_gone after delete on public.news_articles
  for each statement execute function public.announce_news();
create trigger announce_changed after update of title, content, excerpt, category, tags, author, published_at, image_url,
    image_id, source, source_url, carried_by, is_flash, read_time, is_sample, discussion_id on public.news_articles
  for each statement execute function public.announce_news();
create trigger announce_changed after update of state on public.news_images
  for each statement execute function public.announce_news();

create function public.announce_news_views() returns trigger language plpgsql as $$
begin
  perform pg_notify('lattice', '{"topic": "news", "data": {"figuresOnly": true}}');
  return null;
end $$;
create trigger announce_viewed after update of views on public.news_articles
  for each statement execute function public.announce_news_views();
