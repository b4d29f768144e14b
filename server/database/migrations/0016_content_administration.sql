-- What administrators do with posts, comments, articles and sources.

-- The few posts of a kind, newest first; forum_posts_new reads all that are shown.
create index forum_posts_deleted on public.forum_posts (created_at desc, id desc) where deleted_at is not null;
create index forum_posts_pinned on public.forum_posts (created_at desc, id desc) where is_pinned and deleted_at is null;
create index forum_posts_locked on public.forum_posts (created_at desc, id desc) where is_locked and deleted_at is null;

-- The site's comments, newest first, and by their words.
create index comments_newest on public.comments (created_at desc, id desc) where deleted_at is null;
create index comments_deleted on public.comments (created_at desc, id desc) where deleted_at is not null;
create index comments_words on public.comments using gin (to_tsvector('english', content));

alter table public.news_articles
  -- When an administrator rewrote it: the feed no longer changes title, excerpt, category and tags.
  add column edited_at timestamptz,
  -- What the feed calls one that was renamed, by which other feeds' tellings of it are known.
  add column fed_title text,
  -- Flash or not by an administrator's hand; null leaves it to the rule.
  add column flash_by_hand boolean;

-- Articles that administrators took out. They stand here and not among the others, so that nothing that reads articles
-- can show one; gathering does not bring them again. `article` is the whole row of a hidden one, to be put back; null
-- when it was deleted.
create table public.news_put_away (
  id uuid primary key,
  at timestamptz not null default now(),
  title text not null,
  -- As the feeds know it: what came from this source under this name, or from any with this address and title.
  source_id uuid,
  identity text not null,
  link_digest text,
  fed_title text not null,
  published_at timestamptz not null,
  article jsonb
);
create index news_put_away_identity on public.news_put_away (source_id, identity);
create index news_put_away_link on public.news_put_away (link_digest) where link_digest is not null;
create index news_put_away_hidden on public.news_put_away (published_at desc, id desc) where article is not null;
