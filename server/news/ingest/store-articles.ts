import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import type { Tx } from "#server/database/index.ts";
import type { IngestedItem } from "../feed/parse-feed-articles.ts";

export interface StoreResult {
  readonly added: number;
  readonly changed: number;
  /** The number of items that changed nothing, including those of articles that administrators deleted or hid. */
  readonly unchanged: number;
  /** The number of items with the same link and title as an article that is already stored from another source. */
  readonly duplicates: number;
}

/**
 * Stores a source's articles. Views, discussions and admin edits are preserved. The caller must have called
 * lockNewsWrites and locked the source's row.
 */
export async function storeArticles(
  tx: Tx,
  source: { readonly id: string; readonly name: string; readonly category: NewsCategory },
  items: readonly IngestedItem[],
  now: Date,
): Promise<StoreResult> {
  const rows = items.map((item, index) => toRow(item, source, new Date(now.getTime() - index)));
  const knownDigests = await readKnownDigests(tx, source.id, rows);
  await updateIdentities(tx, source.id, rows, knownDigests);
  const removedIdentities = await findRemovedIdentities(
    tx,
    source.id,
    rows.filter(({ identity }) => !knownDigests.has(identity)),
  );
  const unknownRows = rows.filter(
    ({ identity }) => !knownDigests.has(identity) && !removedIdentities.has(identity),
  );
  const changedRows = rows.filter(
    ({ identity, content_digest }) =>
      knownDigests.has(identity) && knownDigests.get(identity) !== content_digest,
  );
  const duplicateIdentities =
    unknownRows.length === 0 ? new Set<string>() : await addCarriers(tx, source, unknownRows);
  const newRows = unknownRows.filter(({ identity }) => !duplicateIdentities.has(identity));

  if (newRows.length + changedRows.length > 0) {
    await queueImages(tx, [...newRows, ...changedRows], now);
  }
  if (newRows.length > 0) {
    await tx.execute(sql`delete from public.news_articles where is_sample`);
    await tx.execute(sql`
      insert into public.news_articles (title, content, excerpt, category, tags, author, published_at, is_dated,
        created_at, source, source_url, source_id, identity, content_digest, read_time, image_id, image_url)
      select given.title, given.content, given.excerpt, given.category, given.tags, given.author,
        given.published_at, given.is_dated, ${now.toISOString()}::timestamptz, ${source.name}, given.source_url,
        ${source.id}::uuid, given.identity, given.content_digest, given.read_time, image.id,
        case when image.state = 'stored' then '/news-images/' || image.id || '.webp' end
      from ${toRecordset(newRows)} left join public.news_images image on image.address_digest = given.image_digest
      on conflict (source_id, identity) do nothing`);
  }
  if (changedRows.length > 0) {
    await tx.execute(sql`
      update public.news_articles a set content = given.content,
        title = case when a.edited_at is null then given.title else a.title end,
        feed_title = case when a.edited_at is null then null else given.title end,
        excerpt = case when a.edited_at is null then given.excerpt else a.excerpt end,
        tags = case when a.edited_at is null then given.tags else a.tags end, author = given.author, source_url = given.source_url, content_digest = given.content_digest,
        read_time = given.read_time, image_id = image.id,
        image_url = case when image.state = 'stored' then '/news-images/' || image.id || '.webp' end,
        published_at = case when given.is_dated and not a.is_dated then given.published_at else a.published_at end,
        is_dated = a.is_dated or given.is_dated
      from ${toRecordset(changedRows)} left join public.news_images image on image.address_digest = given.image_digest
      where a.source_id = ${source.id}::uuid and a.identity = given.identity`);
  }
  return {
    added: newRows.length,
    changed: changedRows.length,
    unchanged: rows.length - unknownRows.length - changedRows.length,
    duplicates: duplicateIdentities.size,
  };
}

interface ArticleRow {
  readonly identity: string;
  readonly content_digest: string;
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

/** An undated article gets the time it was first seen, staggered to preserve the feed's order. */
function toRow(item: IngestedItem, { category }: { category: NewsCategory }, seenAt: Date): ArticleRow {
  const { identity, publishedAt, link, image, readMinutes, ...texts } = item;
  return {
    ...texts,
    identity: digest(identity),
    content_digest: digest(JSON.stringify([texts, publishedAt, link, image, readMinutes])),
    category,
    published_at: publishedAt ?? seenAt.toISOString(),
    is_dated: publishedAt !== null,
    source_url: link,
    read_time: Math.min(1000, readMinutes),
    image,
    image_digest: image === null ? null : digest(image),
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

function toRecordset(rows: readonly ArticleRow[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (identity text, content_digest text, title text,
    content text, excerpt text, category text, tags text[], author text, published_at timestamptz, is_dated boolean,
    source_url text, read_time integer, image text, image_digest text)`;
}

/** Reads the content digests of this source's visible articles, by identity. */
async function readKnownDigests(tx: Tx, sourceId: string, rows: readonly ArticleRow[]) {
  const identities = rows.map(({ identity }) => identity);
  const { rows: existingRows } = await tx.execute<{ identity: string; content_digest: string }>(sql`
    select identity, content_digest from public.news_articles
    where source_id = ${sourceId}::uuid and identity = any (${sql.param(identities)}::text[]) and hidden_at is null`);
  return new Map(existingRows.map(({ identity, content_digest }) => [identity, content_digest]));
}

/**
 * Returns the identities of items whose articles administrators deleted or hid. Articles are matched by identity, or by
 * link and title from any source.
 */
async function findRemovedIdentities(
  tx: Tx,
  sourceId: string,
  rows: readonly ArticleRow[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: removedRows } = await tx.execute<{ identity: string }>(sql`
    select given.identity from ${toRecordset(rows)}
    where exists (select from public.news_removed_articles p
        where p.source_id = ${sourceId}::uuid and p.identity = given.identity)
      or exists (select from public.news_removed_articles p
        where p.link_digest = md5(given.source_url) and p.feed_title = lower(given.title))
      or exists (select from public.news_articles a
        where a.hidden_at is not null and (a.source_id = ${sourceId}::uuid and a.identity = given.identity
          or a.source_url = given.source_url and lower(coalesce(a.feed_title, a.title)) = lower(given.title)))`);
  return new Set(removedRows.map(({ identity }) => identity));
}

/** Recognizes stored articles whose guids changed, unless an item still has the old guid. Updates `knownDigests`. */
async function updateIdentities(
  tx: Tx,
  sourceId: string,
  rows: readonly ArticleRow[],
  knownDigests: Map<string, string>,
): Promise<void> {
  const unknownRows = rows.filter(({ identity }) => !knownDigests.has(identity));
  if (unknownRows.length === 0) return;
  const { rows: updatedRows } = await tx.execute<{ identity: string; content_digest: string }>(sql`
    update public.news_articles a set identity = found.identity
    from (
      -- Selects one identity per article and one article per identity.
      select distinct on (identity) id, identity
      from (
        select distinct on (old.id) old.id, old.created_at, given.identity
        from ${toRecordset(unknownRows)} join public.news_articles old
          on md5(old.source_url) = md5(given.source_url) and old.source_url = given.source_url
          and lower(coalesce(old.feed_title, old.title)) = lower(given.title) and old.source_id = ${sourceId}::uuid
          and (old.published_at = given.published_at or not (old.is_dated and given.is_dated))
        where old.hidden_at is null and not old.identity = any (${sql.param(rows.map(({ identity }) => identity))}::text[])
        order by old.id, given.identity
      ) pair
      order by identity, created_at, id
    ) found
    where a.id = found.id
    returning a.identity, a.content_digest`);
  for (const { identity, content_digest } of updatedRows) knownDigests.set(identity, content_digest);
}

/** Records that this source also carries articles already stored from another source. Returns their identities. */
async function addCarriers(
  tx: Tx,
  source: { readonly id: string; readonly name: string },
  rows: readonly ArticleRow[],
): Promise<Set<string>> {
  const { rows: duplicates } = await tx.execute<{ identity: string; id: string; is_carrier: boolean }>(sql`
    select distinct on (given.identity) given.identity, a.id, ${source.name} = any (a.carried_by) as is_carrier
    from ${toRecordset(rows)} join public.news_articles a
      on md5(a.source_url) = md5(given.source_url) and a.source_url = given.source_url
      and lower(coalesce(a.feed_title, a.title)) = lower(given.title) and a.source_id is distinct from ${source.id}::uuid and not a.is_sample
        and a.hidden_at is null
    order by given.identity, a.id`);
  const newlyCarriedIds = duplicates.filter(({ is_carrier }) => !is_carrier).map(({ id }) => id);
  if (newlyCarriedIds.length > 0) {
    await tx.execute(sql`
      update public.news_articles set carried_by = array_append(carried_by, ${source.name})
      where id = any (${sql.param(newlyCarriedIds)}::uuid[])`);
  }
  return new Set(duplicates.map(({ identity }) => identity));
}

/** Queues images for download, so that articles don't wait for them. */
async function queueImages(tx: Tx, rows: readonly ArticleRow[], now: Date): Promise<void> {
  const urlsByDigest = new Map(
    rows.flatMap(({ image, image_digest }) => (image && image_digest ? [[image_digest, image]] : [])),
  );
  if (urlsByDigest.size === 0) return;
  const queuedImages = [...urlsByDigest].map(([address_digest, address]) => ({ address_digest, address }));
  // Sorted to avoid deadlocks between sources with the same images.
  await tx.execute(sql`
    insert into public.news_images (address, address_digest, due_at)
    select address, address_digest, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(queuedImages)}::jsonb) as given (address text, address_digest text)
    order by address_digest
    on conflict (address_digest) do nothing`);
}
