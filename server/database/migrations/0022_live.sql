-- What open pages are told at once, and who is here.

-- Told on the channel of server/platform/announcements.ts, with the commit that changes the rows: ids and no more. Where
-- a statement changes more rows than a message can name, it says so, and whoever hears it starts afresh.
create function public.announce_ids(topic text, told jsonb, ids jsonb) returns void language sql as $$
  select pg_notify('lattice', jsonb_build_object('topic', topic, 'data', told || jsonb_build_object('ids',
    case when jsonb_array_length(ids) <= 50 then ids end))::text)
  where ids is not null
$$;

create function public.announce_forum() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('forum', jsonb_build_object('of', tg_argv[0], 'made', tg_op = 'INSERT'),
    (select jsonb_agg(id) from (select id from changed limit 51) few));
  return null;
end $$;
create trigger announce_made after insert on public.forum_posts
  referencing new table as changed for each statement execute function public.announce_forum('posts');
create trigger announce_changed after update on public.forum_posts
  referencing new table as changed for each statement execute function public.announce_forum('posts');
create trigger announce_made after insert on public.comments
  referencing new table as changed for each statement execute function public.announce_forum('comments');
create trigger announce_changed after update on public.comments
  referencing new table as changed for each statement execute function public.announce_forum('comments');

create function public.announce_ended_sessions() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('access', '{"of": "sessions"}',
    (select jsonb_agg(id) from (select id from ended limit 51) few));
  return null;
end $$;
create trigger announce_ended after delete on auth.sessions
  referencing old table as ended for each statement execute function public.announce_ended_sessions();

-- A suspension, the end of an account.
create function public.announce_changed_users() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('access', '{"of": "members"}',
    (select jsonb_agg(id) from (
      select now.id from now join before on before.id = now.id
      where (now.banned_until, now.deleted_at) is distinct from (before.banned_until, before.deleted_at) limit 51) few));
  return null;
end $$;
create trigger announce_changed after update on auth.users
  referencing old table as before new table as now for each statement execute function public.announce_changed_users();

-- Whoever has just enrolled a second factor must prove it in every other session.
create function public.announce_changed_factors() returns trigger language plpgsql as $$
begin
  perform public.announce_ids('access', '{"of": "members"}',
    (select jsonb_agg(distinct user_id) from (
      select now.user_id from now join before on before.id = now.id
      where now.status is distinct from before.status limit 51) few));
  return null;
end $$;
create trigger announce_changed after update on auth.mfa_factors
  referencing old table as before new table as now for each statement execute function public.announce_changed_factors();

-- Whom each running program has seen in the last minutes, written anew every few seconds: what a crash loses of it is
-- over anyway. Members by their id, visitors by a key that stands for a browser and leads back to nobody.
create unlogged table public.live_programs (
  id uuid primary key,
  beat_at timestamptz not null,
  people uuid[] not null
);

-- What visitors' keys are made with, the same in every program.
create table public.live_salt (
  salt uuid not null default gen_random_uuid()
);
insert into public.live_salt default values;

-- Everyone once, whichever program saw them. A program that was not heard of for 45 seconds is gone, and whom it alone
-- saw with it.
create function public.count_online(at timestamptz) returns integer language sql stable as $$
  select count(distinct here.id)::int from (
    select unnest(people) as id from public.live_programs where beat_at > at - interval '45 seconds'
    union all
    select user_id from auth.sessions where last_seen_at > at - interval '5 minutes'
  ) here
$$;
