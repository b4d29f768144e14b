-- What the search over everything reads: of each post, comment and article that is shown its words, apart from the wide
-- rows that hold them, so that the newest thousands are read in a few milliseconds. A kind is a partition with lists of
-- words of its own. docs/decisions/044.
create table public.search_documents (
  kind text not null check (kind in ('post', 'comment', 'article')),
  id uuid not null,
  at timestamptz not null,
  -- Title (A) and text (B), then what it can be asked for by name: #tag, =category, @author. No word of a text begins so.
  words tsvector not null,
  primary key (kind, id)
) partition by list (kind);
create table public.search_posts partition of public.search_documents for values in ('post');
create table public.search_comments partition of public.search_documents for values in ('comment');
create table public.search_articles partition of public.search_documents for values in ('article');
create index search_documents_newest on public.search_documents (at desc, id desc);
-- What waits to be sorted in is read by every search: little of it.
create index search_posts_words on public.search_posts using gin (words) with (gin_pending_list_limit = 256);
create index search_comments_words on public.search_comments using gin (words) with (gin_pending_list_limit = 256);
create index search_articles_words on public.search_articles using gin (words) with (gin_pending_list_limit = 256);

create function public.search_marks(tags text[], category text, authors text[]) returns tsvector
language sql immutable parallel safe
  return array_to_tsvector(array(
    select '#' || lower(tag) from unnest(tags) as tag
    union select '=' || category where category is not null
    union select '@' || lower(author) from unnest(authors) as author where author is not null
  ));
create function public.search_words(post public.forum_posts) returns tsvector language sql immutable parallel safe
  return post.search || public.search_marks(post.tags, post.category, array[post.author_id::text]);
create function public.search_words(comment public.comments) returns tsvector language sql immutable parallel safe
  return setweight(to_tsvector('english', comment.content), 'B')
    || public.search_marks(null, null, array[comment.author_id::text]);
create function public.search_words(article public.news_articles) returns tsvector
language sql immutable parallel safe
  return article.search || public.search_marks(article.tags, article.category, array[article.author, article.source]);

-- Its time; null for what is not shown.
create function public.search_at(post public.forum_posts) returns timestamptz language sql immutable parallel safe
  return case when post.deleted_at is null then post.created_at end;
create function public.search_at(comment public.comments) returns timestamptz language sql immutable parallel safe
  return case when comment.deleted_at is null then comment.created_at end;
create function public.search_at(article public.news_articles) returns timestamptz language sql immutable parallel safe
  return article.published_at;

-- Kept with the rows themselves, in their transactions.
create function public.keep_search() returns trigger language plpgsql as $$
declare
  of_kind constant text := tg_argv[0];
begin
  if tg_op = 'DELETE' or public.search_at(new) is null then
    delete from public.search_documents where kind = of_kind and id = old.id;
  else
    insert into public.search_documents (kind, id, at, words)
    values (of_kind, new.id, public.search_at(new), public.search_words(new))
    on conflict (kind, id) do update set at = excluded.at, words = excluded.words;
  end if;
  return null;
end $$;
create trigger keep_search_of_post
  after insert or delete or update of title, content, tags, category, author_id, created_at, deleted_at on public.forum_posts
  for each row execute function public.keep_search('post');
create trigger keep_search_of_comment
  after insert or delete or update of content, author_id, created_at, deleted_at on public.comments
  for each row execute function public.keep_search('comment');
create trigger keep_search_of_article
  after insert or delete or update of title, content, tags, category, author, source, published_at on public.news_articles
  for each row execute function public.keep_search('article');

-- What was there before is taken in by the program (server/search/index-older.ts), newest first: here it would hold
-- every writer up.
create table public.search_backlog (
  kind text primary key check (kind in ('post', 'comment', 'article')),
  -- Taken in down to here; null before the beginning.
  at timestamptz,
  id uuid
);
insert into public.search_backlog (kind)
select kind from (values ('post', exists (select from public.forum_posts)),
  ('comment', exists (select from public.comments)),
  ('article', exists (select from public.news_articles))) as there (kind, is_filled) where is_filled;

-- The words of comments, for misspellings, beside those of posts.
create function public.keep_words_of_comments() returns trigger language plpgsql as $$
begin
  with used as materialized (
    select word collate "C" as word, array_remove((array_agg(distinct public.author_mark(added.author_id)))[1:3], null) as used_by
    from added, unnest(tsvector_to_array(to_tsvector('simple', added.content))) as word
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
create trigger keep_words_of_new_comments after insert on public.comments
  referencing new table as added for each statement execute function public.keep_words_of_comments();
create function public.keep_words_of_edited_comment() returns trigger language plpgsql as $$
declare
  marks constant integer[] := array_remove(array[public.author_mark(new.author_id)], null);
begin
  insert into public.post_words as known (word, used_by)
  select word, marks from unnest(tsvector_to_array(to_tsvector('simple', new.content))) as used (word)
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
create trigger keep_words_of_edited_comment after update of content on public.comments
  for each row execute function public.keep_words_of_edited_comment();

-- One lexeme as a query, whatever stands in it.
create function public.search_lexeme(name text) returns tsquery language sql immutable strict parallel safe
  return (chr(39) || replace(replace(name, '\', '\\'), chr(39), chr(39) || chr(39)) || chr(39))::tsquery;

-- Documents of a kind that have these words and are older than (before_at, before_id), out of the list of words alone:
-- of `read` of them at most `most`, those with the words in the title first, then the newest. PostgreSQL guesses how rare
-- a word is, and a wrong guess would read a million documents for three. Of a phrase
-- the list knows only the words: whether they stand together is looked for in what was read. Reading is left to no other
-- process: what the system has in memory takes longer to ask for than to read.
create function public.search_listed(wanted text, query tsquery, since timestamptz, before_at timestamptz, before_id uuid,
  read integer, most integer)
returns table (id uuid, at timestamptz, words tsvector)
language plpgsql stable rows 300
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB'
set effective_io_concurrency = 0
as $$
begin
  return query execute format('select l.id, l.at, l.words from (
      select d.id, d.at, d.words from public.%I d
      where d.kind = $1 and d.words @@ $8 and d.at >= $3 and (d.at, d.id) < ($4, $5) limit $6
    ) l where l.words @@ $2 order by ts_filter(l.words, ''{a}'') @@ $2 desc, l.at desc, l.id desc limit $7', 'search_' || wanted || 's')
  using wanted, query, since, before_at, before_id, read, most,
    regexp_replace(query::text, '<(-|\d+)>', '&', 'g')::tsquery;
end $$;

-- Those among the newest: of `read` documents older than (before_at, before_id) at most `most` that have the words.
create function public.search_newest(wanted text, query tsquery, since timestamptz, before_at timestamptz, before_id uuid,
  read integer, most integer)
returns table (id uuid, at timestamptz, words tsvector)
language plpgsql stable rows 300
as $$
begin
  return query execute format('select d.id, d.at, d.words from (
      select d.id, d.at, d.words from public.%I d
      where d.kind = $1 and d.at >= $3 and (d.at, d.id) < ($4, $5)
      order by d.at desc, d.id desc limit $6
    ) d where $2 is null or d.words @@ $2 order by d.at desc, d.id desc limit $7', 'search_' || wanted || 's')
  using wanted, query, since, before_at, before_id, read, most;
end $$;

-- The documents of a kind to be ranked for a query, at most 300 or so; a null query means all. How many of the newest two
-- thousand have the words says what serves: where many have, the newest that have, out of eight thousand; where few have,
-- the list of words, whose matches then are few enough to be read.
create function public.search_candidates(wanted text, query tsquery, since timestamptz, until timestamptz)
returns table (id uuid, at timestamptz, words tsvector)
language plpgsql stable rows 300
as $$
declare
  met integer;
  last_at timestamptz;
  last_id uuid;
  no_id constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  return query select * from public.search_newest(wanted, query, since, until, no_id, 2000, 200);
  get diagnostics met = row_count;
  if met >= 200 then return; end if;
  execute format('select d.at, d.id from public.%I d where d.kind = $1 and d.at >= $2 and (d.at, d.id) < ($3, $4)
    order by d.at desc, d.id desc offset 1999 limit 1', 'search_' || wanted || 's')
    into last_at, last_id using wanted, since, until, no_id;
  if last_at is null then return; end if;
  -- As many in the next six thousand fill a page.
  if met >= 5 then
    return query select * from public.search_newest(wanted, query, since, last_at, last_id, 6000, 200 - met);
  else
    return query select * from public.search_listed(wanted, query, since, last_at, last_id, 2000, 300);
  end if;
end $$;

-- The same for a query and, where it finds less than a page, for a wider one.
create function public.search_found(wanted text, query tsquery, wider tsquery, since timestamptz, until timestamptz)
returns table (id uuid, at timestamptz, words tsvector, is_exact boolean)
language plpgsql stable rows 300
as $$
declare
  met integer;
begin
  return query select c.id, c.at, c.words, true from public.search_candidates(wanted, query, since, until) c;
  get diagnostics met = row_count;
  if met < 20 and wider is distinct from query then
    return query select c.id, c.at, c.words, false from public.search_candidates(wanted, wider, since, until) c
      where not c.words @@ query;
  end if;
end $$;

-- Members by a name or a part of it, else by one that is like it, at most `most` of each.
create function public.search_people(name text, words text[], most integer)
returns table (id uuid, likeness real)
language sql stable rows 100
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set effective_io_concurrency = 0
as $$
  with named as materialized (
    (select p.id, case when lower(p.username) = lower(name) then 3 else 2 end::real as likeness
      from public.profiles p where lower(p.username) collate "C" >= lower(name) collate "C"
        and lower(p.username) collate "C" < lower(name) || U&'\FFFD' collate "C" limit most)
    union all
    (select p.id, 2.5 from public.profiles p where lower(p.username) collate "C" = any (words) limit most)
    union all
    (select p.id, 1 + similarity(p.username, name) from public.profiles p where char_length(name) >= 3
        and p.username ilike '%' || replace(replace(replace(name, '\', '\\'), '%', '\%'), '_', '\_') || '%'
      limit most)
  )
  select id, max(likeness) from (
    select * from named
    union all
    (select p.id, similarity(p.username, name) from public.profiles p
      where not exists (select from named) and char_length(name) >= 3 and p.username % name limit most)
  ) found group by id
$$;
