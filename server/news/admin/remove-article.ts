import { type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import { isUuid, type NewsDeps } from "../deps.ts";
import { markFlash } from "../ingest/mark-flash.ts";
import { lockNewsWrites } from "../ingest/write-lock.ts";

export interface ArticleActionInput {
  readonly id: string;
  readonly reason?: string;
}

/** All columns except generated ones. */
const COLUMNS =
  `id title content excerpt category tags author published_at created_at image_url image_id source
  source_url source_id identity is_dated carried_by content_digest is_flash read_time views is_sample discussion_id
  discussion_key edited_at feed_title flash_override`.split(/\s+/);
/** Columns that refer to rows which may have been deleted in the meantime. */
const OVERRIDES: Readonly<Record<string, SQL>> = {
  image_id: sql`(select i.id from public.news_images i where i.id = r.image_id)`,
  image_url: sql`(select '/news-images/' || i.id || '.webp' from public.news_images i
    where i.id = r.image_id and i.state = 'stored')`,
  source_id: sql`(select s.id from public.news_sources s where s.id = r.source_id)`,
  discussion_id: sql`(select p.id from public.forum_posts p where p.id = r.discussion_id)`,
  is_flash: sql`coalesce(r.flash_override, false)`,
};

/**
 * Hides an article everywhere; it can be shown again. Idempotent. Throws not_signed_in, access_denied,
 * article_not_found.
 */
export async function hideArticle(
  deps: Pick<NewsDeps, "database" | "clock">,
  viewer: Viewer,
  { id, reason = "" }: ArticleActionInput,
): Promise<void> {
  requireAdmin(viewer);
  await withArticle(deps, viewer, id, async (tx) => {
    const title = await removeArticle(tx, id, true);
    if (title !== null) {
      return recordAuditEvent(tx, viewer, {
        action: "article.hide",
        target: { kind: "article", id, name: title },
        reason,
      });
    }
    if ((await findHidden(tx, id)) === null) throw new AppError("article_not_found");
  });
}

/** Unhides an article. Idempotent. Throws not_signed_in, access_denied, article_not_found. */
export async function unhideArticle(
  deps: Pick<NewsDeps, "database" | "clock">,
  viewer: Viewer,
  { id, reason = "" }: ArticleActionInput,
): Promise<void> {
  requireAdmin(viewer);
  await withArticle(deps, viewer, id, async (tx) => {
    const title = await findHidden(tx, id);
    if (title === null) {
      const { rows } = await tx.execute(sql`select 1 from public.news_articles where id = ${id}::uuid`);
      if (rows.length === 0) throw new AppError("article_not_found");
      return;
    }
    const joinColumns = (toColumnSql: (column: string) => SQL) => sql.join(COLUMNS.map(toColumnSql), sql`, `);
    await tx.execute(sql`
      insert into public.news_articles (${joinColumns((column) => sql.identifier(column) as unknown as SQL)})
      select ${joinColumns((column) => OVERRIDES[column] ?? sql`r.${sql.identifier(column)}`)}
      from public.news_removed_articles p, jsonb_populate_record(null::public.news_articles, p.article) r
      where p.id = ${id}::uuid`);
    await tx.execute(sql`delete from public.news_removed_articles where id = ${id}::uuid`);
    await recordAuditEvent(tx, viewer, {
      action: "article.show",
      target: { kind: "article", id, name: title },
      reason,
    });
  });
  await markFlash(deps);
}

/**
 * Permanently deletes a visible or hidden article; it won't be ingested again. Throws not_signed_in,
 * access_denied, article_not_found.
 */
export async function deleteArticle(
  deps: Pick<NewsDeps, "database" | "clock">,
  viewer: Viewer,
  { id, reason = "" }: ArticleActionInput,
): Promise<void> {
  requireAdmin(viewer);
  await withArticle(deps, viewer, id, async (tx) => {
    let title = await removeArticle(tx, id, false);
    if (title === null) {
      title = await findHidden(tx, id);
      if (title === null) throw new AppError("article_not_found");
      await tx.execute(sql`update public.news_removed_articles set article = null where id = ${id}::uuid`);
    }
    await recordAuditEvent(tx, viewer, {
      action: "article.delete",
      target: { kind: "article", id, name: title },
      reason,
    });
  });
}

/** Takes the write lock, so that ingestion sees the article either as visible or as removed. */
async function withArticle(
  { database, clock }: Pick<NewsDeps, "database" | "clock">,
  viewer: Member,
  id: string,
  run: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!isUuid(id)) throw new AppError("article_not_found");
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    await lockNewsWrites(tx);
    await run(tx);
  });
}

/** Returns the title, or null if it is not visible. */
async function removeArticle(tx: Tx, id: string, isRestorable: boolean): Promise<string | null> {
  const { rows } = await tx.execute<{ title: string }>(sql`
    with removed as (delete from public.news_articles where id = ${id}::uuid returning *)
    insert into public.news_removed_articles (id, title, source_id, identity, link_digest, feed_title, published_at, article)
    select id, title, source_id, identity, md5(source_url), lower(coalesce(feed_title, title)), published_at,
      case when ${isRestorable}::boolean then to_jsonb(removed) - 'search' end
    from removed returning title`);
  return rows[0]?.title ?? null;
}

async function findHidden(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ title: string }>(
    sql`select title from public.news_removed_articles where id = ${id}::uuid and article is not null`,
  );
  return rows[0]?.title ?? null;
}
