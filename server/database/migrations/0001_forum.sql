-- The forum: posts, comments, votes, drafts.
create extension if not exists pg_trgm;

create function public.fold_tags(tags text[]) returns text[] language sql immutable strict parallel safe
  return array(select lower(tag) from unnest(tags) as tag);

create table public.forum_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200 and title = btrim(title)),
  -- Markdown as its author wrote it.
  content text not null check (char_length(content) between 1 and 5000),
  -- Plain text for cards and shared links, made from content when it is written.
  excerpt text not null default '' check (char_length(excerpt) <= 300),
  category text not null check (category in ('crypto', 'ai', 'quantum', 'defi', 'nft', 'trading', 'tech', 'news')),
  tags text[] not null default '{}' check (cardinality(tags) <= 5),
  author_id uuid not null references public.profiles on delete cascade,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Always what the rows of votes and comments say; changed in the same transaction.
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  -- log10 of the score plus the age (core/forum/hot-rank.ts); greater is hotter, and it never decays.
  hot_rank double precision not null default 0,
  is_pinned boolean not null default false,
  is_locked boolean not null default false,
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', content), 'B')
  ) stored,
  -- Tags are found whatever their case.
  tag_keys text[] not null generated always as (public.fold_tags(tags)) stored
);

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.forum_posts on delete cascade,
  author_id uuid not null references public.profiles on delete cascade,
  parent_id uuid references public.comments on delete cascade,
  content text not null check (char_length(content) between 1 and 5000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- A deleted comment keeps its place while something answers it.
  deleted_at timestamptz,
  upvotes integer not null default 0 check (upvotes >= 0),
  downvotes integer not null default 0 check (downvotes >= 0),
  -- Lower bound of the Wilson interval (core/forum/wilson.ts).
  best_rank double precision not null default 0,
  -- How many direct answers are shown: not deleted, or holding one that is not.
  reply_count integer not null default 0 check (reply_count >= 0)
);

create table public.votes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  post_id uuid not null references public.forum_posts on delete cascade,
  vote_type smallint not null check (vote_type in (1, -1)),
  created_at timestamptz not null default now(),
  unique (post_id, user_id)
);
create index votes_user on public.votes (user_id);

create table public.comment_votes (
  comment_id uuid not null references public.comments on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  vote_type smallint not null check (vote_type in (1, -1)),
  created_at timestamptz not null default now(),
  primary key (comment_id, user_id)
);
create index comment_votes_user on public.comment_votes (user_id);

create table public.post_drafts (
  id uuid primary key default gen_random_uuid(),
  author_id uuid not null references public.profiles on delete cascade,
  title text not null default '' check (char_length(title) <= 500),
  content text not null default '' check (char_length(content) <= 20000),
  category text not null default '',
  tags text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index post_drafts_author on public.post_drafts (author_id, updated_at desc);

-- Lists, each with and without a category. A pinned post stands first under Hot.
create index forum_posts_hot on public.forum_posts (is_pinned desc, hot_rank desc, id desc) where deleted_at is null;
create index forum_posts_hot_in on public.forum_posts (category, is_pinned desc, hot_rank desc, id desc) where deleted_at is null;
create index forum_posts_new on public.forum_posts (created_at desc, id desc) where deleted_at is null;
create index forum_posts_new_in on public.forum_posts (category, created_at desc, id desc) where deleted_at is null;
create index forum_posts_top on public.forum_posts (upvotes desc, created_at desc, id desc) where deleted_at is null;
create index forum_posts_top_in on public.forum_posts (category, upvotes desc, created_at desc, id desc) where deleted_at is null;
-- Top of a period, day by day: of a day's posts the best, from one place of the index.
create index forum_posts_day on public.forum_posts
  (((created_at at time zone 'UTC')::date), upvotes desc, created_at desc, id desc) where deleted_at is null;
create index forum_posts_day_in on public.forum_posts
  (category, ((created_at at time zone 'UTC')::date), upvotes desc, created_at desc, id desc) where deleted_at is null;
create index forum_posts_author on public.forum_posts (author_id, created_at desc);

create index forum_posts_tags on public.forum_posts using gin (tag_keys) where deleted_at is null;
create index forum_posts_search on public.forum_posts using gin (search) where deleted_at is null;

-- Whether a tenth of the newest thousand posts have it: then any list's order meets enough of them soon, and an inverted
-- index would first gather a great many.
create function public.tag_is_common(tag text) returns boolean language sql stable parallel safe as $$
  select count(*) >= 100 from (
    select tag_keys from public.forum_posts where deleted_at is null order by created_at desc, id desc limit 1000
  ) newest where tag_keys @> array[lower(tag)]
$$;
create function public.words_are_common(query tsquery) returns boolean language sql stable parallel safe as $$
  select count(*) >= 100 from (
    select search from public.forum_posts where deleted_at is null order by created_at desc, id desc limit 1000
  ) newest where search @@ query
$$;

-- Posts with a tag or with words: all of them, or `most` of them when there are more. PostgreSQL guesses how rare a
-- word is, and a wrong guess would read a million posts for three; here only the inverted index is left to it.
create function public.posts_with_tag(tag text, wanted text[], most integer) returns setof uuid
language sql stable parallel safe rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB'
as $$
  select id from public.forum_posts
  where deleted_at is null and tag_keys @> array[lower(tag)] and (wanted is null or category = any (wanted))
  limit most
$$;
create function public.posts_with_words(query tsquery, wanted text[], most integer) returns setof uuid
language sql stable parallel safe rows 1000
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set work_mem = '32MB'
as $$
  select id from public.forum_posts
  where deleted_at is null and search @@ query and (wanted is null or category = any (wanted))
  limit most
$$;

-- Every word that a post has used, for parts of words and misspellings in a search. A trigram index over a million
-- contents is several gigabytes and slow to write and to read; the words of a language are few, and the words
-- found here are then looked up in the index above. Words are not taken out again: a stale one finds nothing.
create table public.post_words (
  word text collate "C" primary key
);
create index post_words_trigram on public.post_words using gin (word gin_trgm_ops);

-- Words go in in one order everywhere, so that two writers of the same new words wait for each other and never in
-- a circle.
create function public.keep_words_of_new_posts() returns trigger language plpgsql as $$
begin
  with used as materialized (
    select distinct word collate "C" as word
    from added, unnest(tsvector_to_array(to_tsvector('simple', added.title || ' ' || added.content))) as word
  )
  insert into public.post_words (word)
  select word from used
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (select from public.post_words known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words_of_new_posts after insert on public.forum_posts
  referencing new table as added for each statement execute function public.keep_words_of_new_posts();

create function public.keep_words_of_edited_post() returns trigger language plpgsql as $$
begin
  insert into public.post_words (word)
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', new.title || ' ' || new.content))) as used (word)
  where char_length(word) between 3 and 40 and word ~ '^[[:alpha:]]' and word !~ '[/@]'
    and not exists (select from public.post_words known where known.word = used.word)
  order by word collate "C"
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words_of_edited_post after update of title, content on public.forum_posts
  for each row execute function public.keep_words_of_edited_post();

-- Comments of a post at one level (parent_id null: the top), in each of the three orders.
create index comments_new on public.comments (post_id, parent_id, created_at desc, id desc);
create index comments_best on public.comments (post_id, parent_id, best_rank desc, created_at desc, id desc);
create index comments_parent on public.comments (parent_id);
create index comments_author on public.comments (author_id, created_at desc);
