-- News: feeds, the articles that they brought, and the pictures that were kept of them.

create table public.news_sources (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  address text not null unique check (char_length(address) between 1 and 2000),
  category text not null check (category in ('crypto', 'ai', 'quantum', 'defi', 'blockchain')),
  is_enabled boolean not null default true,
  -- Whether the program's own list (built in, or NEWS_SOURCES) names it; null for one that an administrator added.
  is_listed boolean,
  -- An administrator's changes are never undone by the list.
  edited_at timestamptz,
  -- Between two fetches; null is the program's own interval.
  interval_minutes integer check (interval_minutes between 1 and 10080),
  -- What a conditional request carries, and the bytes it would answer for.
  etag text check (char_length(etag) <= 1000),
  last_modified text check (char_length(last_modified) <= 200),
  body_digest text,
  -- Moved on by whoever takes the source, before it is fetched: so each turn is taken once.
  next_fetch_at timestamptz not null default now(),
  last_fetched_at timestamptz,
  last_succeeded_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now()
);
create index news_sources_due on public.news_sources (next_fetch_at) where is_enabled;

-- A picture of somebody else's server, fetched once and kept here in our own sizes.
create table public.news_images (
  id uuid primary key default gen_random_uuid(),
  address text not null check (char_length(address) <= 2000),
  address_digest text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'kept', 'refused')),
  -- In pixels, of the larger size; null until it is kept.
  width integer check (width between 1 and 10000),
  height integer check (height between 1 and 10000),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  error text check (char_length(error) <= 500),
  created_at timestamptz not null default now(),
  check ((state = 'kept') = (width is not null and height is not null))
);
create index news_images_due on public.news_images (due_at) where state = 'waiting';

create table public.news_articles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
  -- Plain text, paragraphs apart by an empty line.
  content text not null check (char_length(content) between 1 and 40000),
  excerpt text not null default '' check (char_length(excerpt) <= 160),
  category text not null check (category in ('crypto', 'ai', 'quantum', 'defi', 'blockchain')),
  tags text[] not null default '{}' check (cardinality(tags) <= 4),
  author text not null default 'Anonymous' check (char_length(author) between 1 and 100),
  published_at timestamptz not null,
  -- When it was first seen here.
  created_at timestamptz not null default now(),
  -- A path of this site; null shows the category's picture.
  image_url text check (image_url ~ '^/[^/\\]'),
  image_id uuid references public.news_images on delete set null,
  source text not null check (char_length(source) between 1 and 100),
  source_url text check (source_url ~ '^https?://' and char_length(source_url) <= 2000),
  source_id uuid references public.news_sources on delete set null,
  -- A digest of what the feed knows it by; the same item of the same feed is one article.
  identity text not null,
  -- Whether the feed gave its date; without one the time of first seeing stands.
  is_dated boolean not null default true,
  -- Other feeds that bring it too, by the same address.
  carried_by text[] not null default '{}',
  -- A digest of everything that the feed says of it: unchanged, nothing is written.
  said text not null,
  is_flash boolean not null default false,
  read_time integer not null default 5 check (read_time between 1 and 1000),
  views integer not null default 0 check (views >= 0),
  is_sample boolean not null default false,
  -- The post in which it is discussed, one at most.
  discussion_id uuid unique references public.forum_posts on delete set null,
  -- What the post's id is made from: two who open it at once make one post, and nobody can take its place before.
  discussion_key uuid not null default gen_random_uuid(),
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', content), 'B')
  ) stored,
  unique (source_id, identity)
);

-- Lists by time, with and without a category, and flash news.
create index news_articles_new on public.news_articles (published_at desc, id desc);
create index news_articles_new_in on public.news_articles (category, published_at desc, id desc);
create index news_articles_flash on public.news_articles (published_at desc, id desc) where is_flash;
create index news_articles_search on public.news_articles using gin (search);
create index news_articles_link on public.news_articles (md5(source_url)) where source_url is not null;
create index news_articles_image on public.news_articles (image_id) where image_id is not null;
create index news_articles_sample on public.news_articles (id) where is_sample;

-- How many articles each source has brought; '' counts those of none. Kept by the statements that add and remove them.
create table public.news_counts (
  source text primary key,
  amount integer not null default 0
);

create function public.count_new_articles() returns trigger language plpgsql as $$
begin
  insert into public.news_counts (source, amount)
  select source, count(*) from added group by source order by source
  on conflict (source) do update set amount = news_counts.amount + excluded.amount;
  return null;
end $$;
create trigger count_new_articles after insert on public.news_articles
  referencing new table as added for each statement execute function public.count_new_articles();

create function public.count_gone_articles() returns trigger language plpgsql as $$
begin
  update public.news_counts set amount = news_counts.amount - gone.amount
  from (select source, count(*) as amount from removed group by source order by source) gone
  where news_counts.source = gone.source;
  return null;
end $$;
create trigger count_gone_articles after delete on public.news_articles
  referencing old table as removed for each statement execute function public.count_gone_articles();

-- Whether a tenth of the newest thousand articles have the words: then a list's order meets enough of them soon.
create function public.news_words_are_common(query tsquery) returns boolean language sql stable parallel safe as $$
  select count(*) >= 100 from (
    select search from public.news_articles order by published_at desc, id desc limit 1000
  ) newest where search @@ query
$$;

-- Articles with words: all of them, or `most` of them when there are more; only the inverted index is left to the
-- planner, as for posts.
create function public.news_with_words(query tsquery, wanted text, most integer) returns setof uuid
language sql stable parallel safe rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB'
as $$
  select id from public.news_articles
  where search @@ query and (wanted is null or category = wanted)
  limit most
$$;

-- Every word that an article has used, for parts of words and misspellings in a search, as for posts.
create table public.news_words (
  word text collate "C" primary key
);
create index news_words_trigram on public.news_words using gin (word gin_trgm_ops);

create function public.keep_words_of_new_articles() returns trigger language plpgsql as $$
begin
  with used as materialized (
    select distinct word collate "C" as word
    from added, unnest(tsvector_to_array(to_tsvector('simple', added.title || ' ' || added.content))) as word
  )
  insert into public.news_words (word)
  select word from used
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (select from public.news_words known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words_of_new_articles after insert on public.news_articles
  referencing new table as added for each statement execute function public.keep_words_of_new_articles();

create function public.keep_words_of_changed_article() returns trigger language plpgsql as $$
begin
  insert into public.news_words (word)
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', new.title || ' ' || new.content))) as used (word)
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (select from public.news_words known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words_of_changed_article after update of title, content on public.news_articles
  for each row execute function public.keep_words_of_changed_article();

-- Views, counted once per visitor and day. Who it was cannot be read from here: the digest is made with a secret of the
-- day, and both go when the day is over.
create table public.news_view_days (
  day date primary key,
  secret bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);
create table public.news_views (
  day date not null references public.news_view_days on delete cascade,
  article_id uuid not null references public.news_articles on delete cascade,
  visitor bytea not null,
  primary key (day, article_id, visitor)
);
create index news_views_article on public.news_views (article_id);
