import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import type { Tx } from "#server/database/index.ts";
import type { IngestedItem } from "../feed/read-feed.ts";

export interface StoreResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Already known from another source with the same link and title. */
  readonly elsewhere: number;
}

/**
 * Inserts new articles and updates changed ones. Known articles are never duplicated; views, discussion, first
 * date and admin edits are preserved, and removed articles don't come back. Requires a lock on the source's row.
 * The first real article replaces the samples.
 */
export async function storeArticles(
  tx: Tx,
  source: { readonly id: string; readonly name: string; readonly category: NewsCategory },
  items: readonly IngestedItem[],
  now: Date,
): Promise<StoreResult> {
  const rows = items.map((item, at) => toRow(item, source, new Date(now.getTime() - at)));
  const known = await readKnownArticles(tx, source.id, rows);
  await renameArticles(tx, source.id, rows, known);
  const removed = await findRemoved(
    tx,
    source.id,
    rows.filter(({ identity }) => !known.has(identity)),
  );
  const fresh = rows.filter(({ identity }) => !known.has(identity) && !removed.has(identity));
  const changed = rows.filter(({ identity, said }) => known.has(identity) && known.get(identity) !== said);
  const elsewhere = fresh.length === 0 ? new Set<string>() : await addCarriers(tx, source, fresh);
  const added = fresh.filter(({ identity }) => !elsewhere.has(identity));

  if (added.length + changed.length > 0) {
    await queueImages(tx, [...added, ...changed], now);
  }
  if (added.length > 0) {
    await tx.execute(sql`delete from public.news_articles where is_sample`);
    await tx.execute(sql`delete from public.news_put_away where article @> '{"is_sample": true}'`);
    await tx.execute(sql`
      insert into public.news_articles (title, content, excerpt, category, tags, author, published_at, is_dated,
        created_at, source, source_url, source_id, identity, said, read_time, image_id, image_url)
      select given.title, given.content, given.excerpt, given.category, given.tags, given.author,
        given.published_at, given.is_dated, ${now.toISOString()}::timestamptz, ${source.name}, given.source_url,
        ${source.id}::uuid, given.identity, given.said, given.read_time, image.id,
        case when image.state = 'kept' then '/news-images/' || image.id || '.webp' end
      from ${given(added)} left join public.news_images image on image.address_digest = given.image_digest
      on conflict (source_id, identity) do nothing`);
  }
  if (changed.length > 0) {
    await tx.execute(sql`
      update public.news_articles a set content = given.content,
        title = case when a.edited_at is null then given.title else a.title end,
        fed_title = case when a.edited_at is null then null else given.title end,
        excerpt = case when a.edited_at is null then given.excerpt else a.excerpt end,
        tags = case when a.edited_at is null then given.tags else a.tags end, author = given.author, source_url = given.source_url, said = given.said,
        read_time = given.read_time, image_id = image.id,
        image_url = case when image.state = 'kept' then '/news-images/' || image.id || '.webp' end,
        published_at = case when given.is_dated and not a.is_dated then given.published_at else a.published_at end,
        is_dated = a.is_dated or given.is_dated
      from ${given(changed)} left join public.news_images image on image.address_digest = given.image_digest
      where a.source_id = ${source.id}::uuid and a.identity = given.identity`);
  }
  return {
    added: added.length,
    changed: changed.length,
    unchanged: rows.length - fresh.length - changed.length,
    elsewhere: elsewhere.size,
  };
}

interface ArticleRow {
  readonly identity: string;
  readonly said: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly category: NewsCategory;
  readonly tags: readonly string[];
  readonly author: string;
  readonly published_at: string;
  readonly is_dated: boolean;
  readonly source_url: string | null;
  readonly read_time: number;
  readonly image: string | null;
  readonly image_digest: string | null;
}

/** Undated articles use the time they were first seen, slightly staggered to preserve the feed's order. */
function toRow(item: IngestedItem, { category }: { category: NewsCategory }, seen: Date): ArticleRow {
  const { identity, publishedAt, link, image, readTime, ...words } = item;
  return {
    ...words,
    identity: digest(identity),
    said: digest(JSON.stringify([words, publishedAt, link, image, readTime])),
    category,
    published_at: publishedAt ?? seen.toISOString(),
    is_dated: publishedAt !== null,
    source_url: link,
    read_time: Math.min(1000, readTime),
    image,
    image_digest: image === null ? null : digest(image),
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

function given(rows: readonly ArticleRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (identity text, said text, title text,
    content text, excerpt text, category text, tags text[], author text, published_at timestamptz, is_dated boolean,
    source_url text, read_time integer, image text, image_digest text)`;
}

/** Content digests of this source's existing articles, by identity. */
async function readKnownArticles(
  tx: Tx,
  sourceId: string,
  rows: readonly ArticleRow[],
): Promise<Map<string, string>> {
  const identities = rows.map(({ identity }) => identity);
  const { rows: found } = await tx.execute<{ identity: string; said: string }>(sql`
    select identity, said from public.news_articles
    where source_id = ${sourceId}::uuid and identity = any (${sql.param(identities)}::text[])`);
  return new Map(found.map(({ identity, said }) => [identity, said]));
}

/** Which articles administrators removed: by identity, or by link and title from any source. */
async function findRemoved(tx: Tx, sourceId: string, rows: readonly ArticleRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: found } = await tx.execute<{ identity: string }>(sql`
    select given.identity from ${given(rows)}
    where exists (select from public.news_put_away p
        where p.source_id = ${sourceId}::uuid and p.identity = given.identity)
      or exists (select from public.news_put_away p
        where p.link_digest = md5(given.source_url) and p.fed_title = lower(given.title))`);
  return new Set(found.map(({ identity }) => identity));
}

/**
 * When a feed changes its guids, articles are recognized by link, title and date, provided that no item has the
 * old identity anymore. Adds matches to `known`.
 */
async function renameArticles(
  tx: Tx,
  sourceId: string,
  rows: readonly ArticleRow[],
  known: Map<string, string>,
): Promise<void> {
  const fresh = rows.filter(({ identity }) => !known.has(identity));
  if (fresh.length === 0) return;
  const { rows: found } = await tx.execute<{ identity: string; said: string }>(sql`
    update public.news_articles a set identity = found.identity
    from (
      -- Each article one name, each name one article.
      select distinct on (identity) id, identity
      from (
        select distinct on (old.id) old.id, old.created_at, given.identity
        from ${given(fresh)} join public.news_articles old
          on md5(old.source_url) = md5(given.source_url) and old.source_url = given.source_url
          and lower(coalesce(old.fed_title, old.title)) = lower(given.title) and old.source_id = ${sourceId}::uuid
          and (old.published_at = given.published_at or not (old.is_dated and given.is_dated))
        where not old.identity = any (${sql.param(rows.map(({ identity }) => identity))}::text[])
        order by old.id, given.identity
      ) pair
      order by identity, created_at, id
    ) found
    where a.id = found.id
    returning a.identity, a.said`);
  for (const { identity, said } of found) known.set(identity, said);
}

/**
 * Finds articles that another source has already provided with the same link and title. They are not duplicated;
 * this source is added to their carriers.
 */
async function addCarriers(
  tx: Tx,
  source: { readonly id: string; readonly name: string },
  rows: readonly ArticleRow[],
): Promise<Set<string>> {
  const { rows: found } = await tx.execute<{ identity: string; id: string; is_noted: boolean }>(sql`
    select distinct on (given.identity) given.identity, a.id, ${source.name} = any (a.carried_by) as is_noted
    from ${given(rows)} join public.news_articles a
      on md5(a.source_url) = md5(given.source_url) and a.source_url = given.source_url
      and lower(coalesce(a.fed_title, a.title)) = lower(given.title) and a.source_id is distinct from ${source.id}::uuid and not a.is_sample
    order by given.identity, a.id`);
  const news = found.filter(({ is_noted }) => !is_noted).map(({ id }) => id);
  if (news.length > 0) {
    await tx.execute(sql`
      update public.news_articles set carried_by = array_append(carried_by, ${source.name})
      where id = any (${sql.param(news)}::uuid[])`);
  }
  return new Set(found.map(({ identity }) => identity));
}

/** Queues pictures for download, so that articles don't wait for them. */
async function queueImages(tx: Tx, rows: readonly ArticleRow[], now: Date): Promise<void> {
  const images = new Map(
    rows.flatMap(({ image, image_digest }) => (image && image_digest ? [[image_digest, image]] : [])),
  );
  if (images.size === 0) return;
  // Sorted to avoid deadlocks between sources with the same pictures.
  const pictures = [...images].map(([address_digest, address]) => ({ address_digest, address }));
  await tx.execute(sql`
    insert into public.news_images (address, address_digest, due_at)
    select address, address_digest, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as given (address text, address_digest text)
    order by address_digest
    on conflict (address_digest) do nothing`);
}
