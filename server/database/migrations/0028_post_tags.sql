-- Lists of a tag, and Top of a period. docs/decisions/056. A million posts take half a minute, in which nobody writes posts
-- or votes; a program of the version before still reads the right lists, more slowly.

-- The shortest of Top's periods, in days, that may still include the post; 0 when none does. It may lag behind (the upkeep
-- moves it on), but never run ahead: lists compare the time itself.
alter table public.forum_posts add column top_period smallint not null default 0 check (top_period in (0, 1, 7, 30));
alter table public.forum_posts alter column top_period set default 1;
create function public.top_period_at(created_at timestamptz, at timestamptz) returns smallint
language sql immutable parallel safe
  return case when created_at >= at - interval '1 day' then 1
    when created_at >= at - interval '7 days' then 7
    when created_at >= at - interval '30 days' then 30
    else 0 end;
update public.forum_posts set top_period = public.top_period_at(created_at, now())
  where created_at >= now() - interval '30 days';

create index forum_posts_period on public.forum_posts (top_period, upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period > 0;
create index forum_posts_period_in on public.forum_posts (category, top_period, upvotes desc, created_at desc, id desc)
  where deleted_at is null and top_period > 0;
drop index public.forum_posts_day, public.forum_posts_day_in, public.forum_posts_week, public.forum_posts_week_in,
  public.forum_posts_tags;

-- A live page is told what it shows; the period is no part of it.
create function public.announce_changed_posts() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('forum', '{"of": "posts", "made": false}',
    (select jsonb_agg(id) from (
      select now.id from now join before on before.id = now.id where before.top_period = now.top_period limit 51) few));
  return null;
end $$;
drop trigger announce_changed on public.forum_posts;
create trigger announce_changed after update on public.forum_posts
  referencing old table as before new table as now for each statement execute function public.announce_changed_posts();

-- Each tag of each post that is not deleted, with what the lists order by.
create table public.post_tags (
  -- In lower case.
  tag text collate "C" not null,
  post_id uuid not null,
  category text not null,
  created_at timestamptz not null,
  is_pinned boolean not null,
  hot_rank double precision not null,
  upvotes integer not null,
  top_period smallint not null
);
create function public.tags_of(post public.forum_posts) returns setof public.post_tags
language sql stable parallel safe as $$
  select distinct tag collate "C", post.id, post.category, post.created_at, post.is_pinned, post.hot_rank, post.upvotes,
    post.top_period
  from unnest(post.tag_keys) as tag where post.deleted_at is null
$$;
insert into public.post_tags select t.* from public.forum_posts p cross join lateral public.tags_of(p) t;

alter table public.post_tags add primary key (post_id, tag),
  add foreign key (post_id) references public.forum_posts on delete cascade;
create index post_tags_hot on public.post_tags (tag, is_pinned desc, hot_rank desc, post_id desc);
create index post_tags_hot_in on public.post_tags (tag, category, is_pinned desc, hot_rank desc, post_id desc);
create index post_tags_new on public.post_tags (tag, created_at desc, post_id desc);
create index post_tags_new_in on public.post_tags (tag, category, created_at desc, post_id desc);
create index post_tags_top on public.post_tags (tag, upvotes desc, created_at desc, post_id desc);
create index post_tags_top_in on public.post_tags (tag, category, upvotes desc, created_at desc, post_id desc);
create index post_tags_period on public.post_tags (tag, top_period, upvotes desc, created_at desc, post_id desc)
  where top_period > 0;
create index post_tags_period_in on public.post_tags
  (tag, category, top_period, upvotes desc, created_at desc, post_id desc) where top_period > 0;

create function public.add_post_tags() returns trigger language plpgsql as $$
begin
  insert into public.post_tags select t.* from added p cross join lateral public.tags_of(p) t;
  return null;
end $$;
create trigger add_post_tags after insert on public.forum_posts
  referencing new table as added for each statement execute function public.add_post_tags();

create function public.replace_post_tags() returns trigger language plpgsql as $$
begin
  delete from public.post_tags where post_id = new.id;
  insert into public.post_tags select t.* from public.tags_of(new) t;
  return null;
end $$;
create trigger replace_post_tags after update of tags, category, created_at, deleted_at on public.forum_posts
  for each row when ((old.tags, old.category, old.created_at, old.deleted_at)
    is distinct from (new.tags, new.category, new.created_at, new.deleted_at))
  execute function public.replace_post_tags();

create function public.rank_post_tags() returns trigger language plpgsql as $$
begin
  update public.post_tags set is_pinned = new.is_pinned, hot_rank = new.hot_rank, upvotes = new.upvotes,
    top_period = new.top_period where post_id = new.id;
  return null;
end $$;
create trigger rank_post_tags after update of is_pinned, hot_rank, upvotes, top_period on public.forum_posts
  for each row when (new.tags <> '{}' and (old.is_pinned, old.hot_rank, old.upvotes, old.top_period)
    is distinct from (new.is_pinned, new.hot_rank, new.upvotes, new.top_period))
  execute function public.rank_post_tags();
