-- A hidden article stays in news_articles and has the time when it was hidden.
alter table public.news_articles add column hidden_at timestamptz;
create index news_articles_hidden on public.news_articles (published_at desc, id desc) where hidden_at is not null;

-- The counts of articles by source are those of visible ones.
create or replace function public.count_new_articles() returns trigger language plpgsql as $$
begin
  insert into public.news_counts (source, amount)
  select source, count(*) from added where hidden_at is null group by source order by source
  on conflict (source) do update set amount = news_counts.amount + excluded.amount;
  return null;
end $$;
create or replace function public.count_deleted_articles() returns trigger language plpgsql as $$
begin
  update public.news_counts set amount = news_counts.amount - gone.amount
  from (select source, count(*) as amount from removed where hidden_at is null group by source order by source) gone
  where news_counts.source = gone.source;
  return null;
end $$;
create function public.count_hidden_article() returns trigger language plpgsql as $$
begin
  insert into public.news_counts (source, amount) values (new.source, case when new.hidden_at is null then 1 else -1 end)
  on conflict (source) do update set amount = news_counts.amount + excluded.amount;
  return null;
end $$;
create trigger count_hidden_article after update of hidden_at on public.news_articles
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function public.count_hidden_article();

create or replace function public.search_at(article public.news_articles) returns timestamptz
language sql immutable parallel safe
  return case when article.hidden_at is null then article.published_at end;
drop trigger update_search_document on public.news_articles;
create trigger update_search_document
  after insert or delete or update of title, content, tags, category, author, source, published_at, hidden_at
  on public.news_articles for each row execute function public.update_search_document('article');
drop trigger announce_update on public.news_articles;
create trigger announce_update after update of title, content, excerpt, category, tags, author, published_at, image_url,
    image_id, source, source_url, carried_by, is_flash, read_time, is_sample, discussion_id, hidden_at on public.news_articles
  for each statement execute function public.announce_news();

-- Hidden articles were stored as JSON with the articles that administrators deleted. An article that was hidden before a
-- column existed gets the column's default value, and what it referred to may be gone. The column "article" is removed
-- in a later version, because processes of the previous one still use it.
with restored as (
  insert into public.news_articles (id, title, content, excerpt, category, tags, author, published_at, created_at, image_url,
    image_id, source, source_url, source_id, identity, is_dated, carried_by, content_digest, is_flash, read_time, views,
    is_sample, discussion_id, discussion_key, edited_at, feed_title, flash_override, hidden_at)
  select p.id, r.title, r.content, r.excerpt, r.category, r.tags, r.author, r.published_at, r.created_at,
    case when i.state = 'stored' then '/news-images/' || i.id || '.webp' end, i.id, r.source, r.source_url, s.id, r.identity,
    r.is_dated, r.carried_by, r.content_digest, false, r.read_time, r.views, r.is_sample, d.id, r.discussion_key, r.edited_at,
    r.feed_title, r.flash_override, p.at
  from public.news_removed_articles p
  cross join jsonb_populate_record(null::public.news_articles, jsonb_build_object('title', p.title, 'content', p.title,
    'excerpt', '', 'category', 'crypto', 'tags', '{}'::text[], 'author', 'Anonymous', 'published_at', p.published_at,
    'created_at', p.at, 'source', 'Unknown', 'source_id', p.source_id, 'identity', p.identity, 'is_dated', true,
    'carried_by', '{}'::text[], 'content_digest', '', 'read_time', 5, 'views', 0, 'is_sample', false, 'discussion_key',
    gen_random_uuid(), 'feed_title', null) || p.article) r
  left join public.news_images i on i.id = r.image_id
  left join public.news_sources s on s.id = r.source_id
  left join public.forum_posts d on d.id = r.discussion_id
  where p.article is not null
  on conflict do nothing
  returning id
)
delete from public.news_removed_articles where id in (select id from restored);
