-- One search for the site, the forum and the news (docs/decisions/087).

-- English word endings without a list of stop words, so that "before" can be searched for.
create text search dictionary public.english_stems (template = pg_catalog.snowball, language = english);
create text search configuration public.search (copy = pg_catalog.english);
alter text search configuration public.search alter mapping
  for asciiword, asciihword, hword_asciipart, word, hword, hword_part with public.english_stems;

-- Each document also has its month as a term (~202605), so that the index can be read by month.
create function public.search_month(at timestamptz) returns text language sql immutable parallel safe
  return '~' || to_char(at at time zone 'UTC', 'YYYYMM');
create or replace function public.search_words(post public.forum_posts) returns tsvector
language sql immutable parallel safe
  return setweight(to_tsvector('public.search', post.title), 'A') || setweight(to_tsvector('public.search', post.content), 'B')
    || public.search_marks(post.tags, post.category, array[post.author_id::text]) || array_to_tsvector(array[public.search_month(post.created_at)]);
create or replace function public.search_words(comment public.comments) returns tsvector
language sql immutable parallel safe
  return setweight(to_tsvector('public.search', comment.content), 'B')
    || public.search_marks(null, null, array[comment.author_id::text]) || array_to_tsvector(array[public.search_month(comment.created_at)]);
create or replace function public.search_words(article public.news_articles) returns tsvector
language sql immutable parallel safe
  return setweight(to_tsvector('public.search', article.title), 'A') || setweight(to_tsvector('public.search', article.content), 'B')
    || public.search_marks(article.tags, article.category, array[article.author, article.source])
    || array_to_tsvector(array[public.search_month(article.published_at)]);

-- How far the job that indexes existing content has come, newest first; a row is deleted when its kind is done. Replaces
-- search_backlog, whose job in the previous version doesn't index anything twice.
create table public.search_indexing (
  kind text primary key check (kind in ('post', 'comment', 'article')),
  -- The last document that was indexed; null at the start.
  at timestamptz,
  id uuid
);
insert into public.search_indexing (kind)
select kind from (values ('post', exists (select from public.forum_posts)),
  ('comment', exists (select from public.comments)),
  ('article', exists (select from public.news_articles))) as existing (kind, is_filled) where is_filled;

-- The newest matches among `reads` documents before (from_at, from_id) and not before (to_at, to_id). A null query
-- matches everything.
create function public.search_recent(wanted text, query tsquery, to_at timestamptz, to_id uuid, from_at timestamptz,
  from_id uuid, reads integer, most integer)
returns table (id uuid, at timestamptz)
language plpgsql stable rows 200
as $$
begin
  return query execute format('select d.id, d.at from (
      select d.id, d.at, d.words from public.%I d where (d.at, d.id) < ($4, $5) and (d.at, d.id) >= ($2, $3)
      order by d.at desc, d.id desc limit $6
    ) d where $1 is null or d.words @@ $1 order by d.at desc, d.id desc limit $7', 'search_' || wanted || 's')
  using query, to_at, to_id, from_at, from_id, reads, most;
end $$;

-- The newest documents with these terms, read from the index of terms. PostgreSQL's planner can't choose another plan,
-- because a wrong guess of how rare a word is would read a million documents. "offset 0" keeps it from combining the
-- index with the one of times.
create function public.search_indexed_terms(wanted text, terms tsquery, to_at timestamptz, to_id uuid, from_at timestamptz,
  from_id uuid, most integer)
returns table (id uuid, at timestamptz)
language plpgsql stable rows 200
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB'
set effective_io_concurrency = 0
as $$
begin
  return query execute format('select d.id, d.at from (
      select d.id, d.at from public.%I d where d.words @@ $1 offset 0
    ) d where (d.at, d.id) < ($4, $5) and (d.at, d.id) >= ($2, $3) order by d.at desc, d.id desc limit $6',
    'search_' || wanted || 's')
  using terms, to_at, to_id, from_at, from_id, most;
end $$;

-- The newest documents of a kind that match a query, before (from_at, from_id) and not before (to_at, to_id): at most
-- `most`, or `all_max` if matches are rare and these are all there are. If there may be more, a last row with is_end says
-- where to continue. `indexed` is a query for the index that finds at least what `query` finds.
--
-- The newest two thousand documents are read first, and if `all_max` is greater than `most`, forty matches among them are
-- enough. Otherwise the index is read next: by month, or all of it if no new document has the terms or three months bring
-- few matches. Matches of phrases have to be checked document by document, at most three hundred of them at a time.
create function public.search_ids(wanted text, query tsquery, indexed tsquery, to_at timestamptz, to_id uuid,
  from_at timestamptz, from_id uuid, most integer, all_max integer)
returns table (id uuid, at timestamptz, is_end boolean)
language plpgsql stable rows 200
as $$
declare
  documents constant text := 'search_' || wanted || 's';
  no_id constant uuid := '00000000-0000-0000-0000-000000000000';
  terms constant tsquery := regexp_replace(indexed::text, '<(-|\d+)>', '&', 'g')::tsquery;
  must_check constant boolean := terms::text <> query::text;
  reads integer := 300;
  months integer := 0;
  enough integer;
  ids uuid[];
  times timestamptz[];
  is_monthly boolean;
  last_at timestamptz;
  last_id uuid;
  period_at timestamptz;
  period_start timestamptz;
  chunk_ids uuid[];
  chunk_times timestamptz[];
  is_cut boolean := false;
begin
  select array_agg(f.id), array_agg(f.at) into ids, times
    from public.search_recent(wanted, query, to_at, to_id, from_at, from_id, 2000, most) f;
  ids := coalesce(ids, '{}');
  if cardinality(ids) = most then
    is_cut := true;
  else
    execute format('select d.at, d.id from public.%I d where (d.at, d.id) < ($3, $4) and (d.at, d.id) >= ($1, $2)
      order by d.at desc, d.id desc offset 1999 limit 1', documents) into last_at, last_id using to_at, to_id, from_at, from_id;
    if last_at is not null and cardinality(ids) >= 40 and most < all_max then
      return query select f.*, false from unnest(ids, times) f union all select last_id, last_at, true;
      return;
    end if;
    is_monthly := not exists (select from public.search_indexing i where i.kind = wanted)
      and exists (select from public.search_recent(wanted, terms, to_at, to_id, from_at, from_id, 2000, 1));
    enough := case when is_monthly then most else all_max + 1 end;
    while last_at is not null loop
      execute format('select d.at from public.%I d where (d.at, d.id) < ($3, $4) and (d.at, d.id) >= ($1, $2)
        order by d.at desc, d.id desc limit 1', documents) into period_at using to_at, to_id, last_at, last_id;
      exit when period_at is null;
      period_start := case when is_monthly then date_trunc('month', period_at, 'UTC') else '-infinity' end;
      select array_agg(f.id), array_agg(f.at) into chunk_ids, chunk_times from public.search_indexed_terms(wanted,
        case when is_monthly then terms && public.search_lexeme(public.search_month(period_at)) else terms end, to_at, to_id, last_at, last_id, case when must_check then reads else enough - cardinality(ids) end) f;
      if must_check and chunk_ids is not null then
        reads := reads - cardinality(chunk_ids);
        last_at := chunk_times[cardinality(chunk_ids)];
        last_id := chunk_ids[cardinality(chunk_ids)];
        execute format('select array_agg(d.id order by d.at desc, d.id desc), array_agg(d.at order by d.at desc, d.id desc)
          from (select d.* from public.%I d where d.kind = $1 and d.id = any ($2) offset 0) d where d.words @@ $3', documents)
          into chunk_ids, chunk_times using wanted, chunk_ids, query;
      end if;
      ids := ids || chunk_ids;
      times := times || chunk_times;
      if cardinality(ids) >= enough then
        is_cut := true;
        exit;
      end if;
      if reads <= 0 then
        return query select f.*, false from unnest(ids, times) f union all select last_id, last_at, true;
        return;
      end if;
      last_at := period_start;
      last_id := no_id;
      months := months + 1;
      is_monthly := is_monthly and (months < 3 or cardinality(ids) >= greatest(40, most / 10) or must_check);
    end loop;
  end if;
  if is_cut then
    ids := ids[:most];
    times := times[:most];
  end if;
  return query select f.*, false from unnest(ids, times) f
    union all select ids[most], times[most], true where is_cut;
end $$;

-- The matches of a query and, if they fill less than a page, those of a wider one as well, between since and until. A
-- later page passes what the first one found out: its `mode` ('exact', 'wide', or 'rest' for the wider query's matches
-- of a later window) and the window (to_at, to_id) to (from_at, from_id).
create function public.search_found(wanted text, mode text, query tsquery, indexed tsquery, wider tsquery,
  wider_indexed tsquery, since timestamptz, until timestamptz, to_at timestamptz, to_id uuid, from_at timestamptz,
  from_id uuid, most integer, all_max integer)
returns table (id uuid, at timestamptz, is_end boolean, is_exact boolean)
language plpgsql stable rows 200
as $$
declare
  no_id constant uuid := '00000000-0000-0000-0000-000000000000';
  exact_ids uuid[];
  exact_times timestamptz[];
  exact_ends boolean[];
begin
  if mode = 'exact' or wider is null then
    return query select f.*, true from public.search_ids(wanted, query, indexed, to_at, to_id, from_at, from_id, most, all_max) f;
    return;
  end if;
  select array_agg(f.id), array_agg(f.at), array_agg(f.is_end) into exact_ids, exact_times, exact_ends
    from public.search_ids(wanted, query, indexed, since, no_id, until, no_id, most, all_max) f;
  if mode is null and cardinality(exact_ids) >= 20 then
    return query select f.*, true from unnest(exact_ids, exact_times, exact_ends) f;
    return;
  end if;
  if mode is distinct from 'rest' then
    return query select f.*, true from unnest(exact_ids, exact_times, exact_ends) f (id, at, is_end) where not f.is_end;
  end if;
  return query select f.*, false from public.search_ids(wanted, wider, wider_indexed, to_at, to_id, from_at, from_id, most, all_max) f
    where f.is_end or exact_ids is null or f.id <> all (exact_ids);
end $$;
