-- What happened on each day, for the charts of /admin. Days are those of UTC.

create domain public.activity_name as text check (value in ('members', 'members_left', 'posts', 'comments',
  'post_votes', 'comment_votes', 'sign_ins', 'articles', 'reports', 'post_views', 'article_views', 'page_views'));

-- Counted as it happens and never taken back: what is deleted later was written all the same.
create table public.activity_counts (
  day date not null,
  name public.activity_name not null,
  amount bigint not null,
  primary key (day, name)
);

-- What was counted since it was last joined to the above, a row for each statement: these are added and never changed,
-- so that no two transactions wait for each other and none for itself. Both tables together are the figures.
create table public.activity_added (
  day date not null,
  name public.activity_name not null,
  amount bigint not null
);

-- Since when a figure is counted that no older rows can tell; of the days before nothing is known.
create table public.activity_since (
  name public.activity_name primary key,
  day date not null
);

create function public.count_added() returns trigger language plpgsql as $$
begin
  insert into public.activity_added (day, name, amount)
  select (created_at at time zone 'UTC')::date, tg_argv[0], count(*) from added group by 1;
  return null;
end $$;

-- Samples were never gathered, and what is shown again was counted when it came.
create function public.count_added_articles() returns trigger language plpgsql as $$
begin
  insert into public.activity_added (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'articles', count(*) from added
  where not is_sample and not exists (select from public.news_put_away away where away.id = added.id) group by 1;
  return null;
end $$;

-- What there is. Before the triggers, whose making holds up writers until the end: these read and hold up nobody. What
-- another program writes in between, while this one upgrades, is not counted.
insert into public.activity_counts (day, name, amount)
  select day, name, amount from public.daily_counts where amount > 0;
insert into public.activity_counts as kept (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'posts', count(*) from public.forum_posts where deleted_at is not null
  group by 1 on conflict (day, name) do update set amount = kept.amount + excluded.amount;
insert into public.activity_counts (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'comments', count(*) from public.comments group by 1;
insert into public.activity_counts (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'post_votes', count(*) from public.votes group by 1;
insert into public.activity_counts (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'comment_votes', count(*) from public.comment_votes group by 1;
insert into public.activity_counts (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'reports', count(*) from public.reports group by 1;
insert into public.activity_counts (day, name, amount)
  select (created_at at time zone 'UTC')::date, 'articles', count(*) from (
    select created_at from public.news_articles where not is_sample
    union all
    select (article ->> 'created_at')::timestamptz from public.news_put_away
    where article is not null and (article ->> 'is_sample') is distinct from 'true'
  ) came group by 1;
insert into public.activity_since (name, day)
  select name, (now() at time zone 'UTC')::date from unnest(array['sign_ins', 'post_views', 'article_views', 'page_views']) as name;

create trigger count_added after insert on public.profiles
  referencing new table as added for each statement execute function public.count_added('members');
create trigger count_added after insert on public.forum_posts
  referencing new table as added for each statement execute function public.count_added('posts');
create trigger count_added after insert on public.comments
  referencing new table as added for each statement execute function public.count_added('comments');
create trigger count_added after insert on public.votes
  referencing new table as added for each statement execute function public.count_added('post_votes');
create trigger count_added after insert on public.comment_votes
  referencing new table as added for each statement execute function public.count_added('comment_votes');
create trigger count_added after insert on public.reports
  referencing new table as added for each statement execute function public.count_added('reports');
create trigger count_added after insert on auth.sessions
  referencing new table as added for each statement execute function public.count_added('sign_ins');
create trigger count_added after insert on public.news_articles
  referencing new table as added for each statement execute function public.count_added_articles();
