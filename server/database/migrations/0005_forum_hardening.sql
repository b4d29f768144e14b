-- Top of a period, by whole weeks (from Monday, UTC) beside the days of 0001: of a week's posts the best, from one
-- place of the index. docs/decisions/025. A million posts take three seconds each.
create index forum_posts_week on public.forum_posts
  ((date_trunc('week', created_at at time zone 'UTC')::date), upvotes desc, created_at desc, id desc)
  where deleted_at is null;
create index forum_posts_week_in on public.forum_posts
  (category, (date_trunc('week', created_at at time zone 'UTC')::date), upvotes desc, created_at desc, id desc)
  where deleted_at is null;

-- What a forgotten member wrote stays, without an author. docs/decisions/026.
alter table public.forum_posts alter column author_id drop not null,
  drop constraint forum_posts_author_id_fkey,
  add constraint forum_posts_author_id_fkey foreign key (author_id) references public.profiles on delete set null;
alter table public.comments alter column author_id drop not null,
  drop constraint comments_author_id_fkey,
  add constraint comments_author_id_fkey foreign key (author_id) references public.profiles on delete set null;

-- Anybody can put words into post_words, so a search goes first by those that three authors have used: a mark of each
-- of the first three (32 bits of the id). Words from before this table knew authors count as everybody's.
alter table public.post_words add column used_by integer[] not null default '{0,0,0}' check (cardinality(used_by) <= 3);
alter table public.post_words alter column used_by set default '{}';

create function public.author_mark(author uuid) returns integer language sql immutable strict parallel safe
  return ('x' || left(author::text, 8))::bit(32)::integer;

-- In one order everywhere, as in 0001: two writers of the same words never wait in a circle. A word that three authors
-- have used is only read.
create or replace function public.keep_words_of_new_posts() returns trigger language plpgsql as $$
begin
  with used as materialized (
    select word collate "C" as word, array_remove((array_agg(distinct public.author_mark(added.author_id)))[1:3], null) as used_by
    from added, unnest(tsvector_to_array(to_tsvector('simple', added.title || ' ' || added.content))) as word
    group by 1
  )
  insert into public.post_words as known (word, used_by)
  select word, used_by from used
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (
      select from public.post_words known
      where known.word = used.word and (cardinality(known.used_by) = 3 or known.used_by @> used.used_by)
    )
  order by word collate "C"
  on conflict (word) do update set used_by =
    (array(select distinct mark from unnest(known.used_by || excluded.used_by) as mark limit 3));
  return null;
end $$;

create or replace function public.keep_words_of_edited_post() returns trigger language plpgsql as $$
declare
  -- None when the author was forgotten and an administrator edits.
  marks constant integer[] := array_remove(array[public.author_mark(new.author_id)], null);
begin
  insert into public.post_words as known (word, used_by)
  select word, marks
  from unnest(tsvector_to_array(to_tsvector('simple', new.title || ' ' || new.content))) as used (word)
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (
      select from public.post_words known
      where known.word = used.word and (cardinality(known.used_by) = 3 or known.used_by @> marks)
    )
  order by word collate "C"
  on conflict (word) do update set used_by =
    (array(select distinct mark from unnest(known.used_by || excluded.used_by) as mark limit 3));
  return null;
end $$;
