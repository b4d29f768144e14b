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
  const now = deps.clock.now().toISOString();
  await withArticle(deps, viewer, id, async (tx) => {
    const title = await updateArticle(
      tx,
      sql`set hidden_at = ${now}::timestamptz, is_flash = false where id = ${id}::uuid and hidden_at is null`,
    );
    if (title === null) return requireArticle(tx, id);
    const target = { kind: "article", id, name: title } as const;
    await recordAuditEvent(tx, viewer, { action: "article.hide", target, reason });
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
    const title = await updateArticle(
      tx,
      sql`set hidden_at = null, is_flash = coalesce(flash_override, false)
        where id = ${id}::uuid and hidden_at is not null`,
    );
    if (title === null) return requireArticle(tx, id);
    const target = { kind: "article", id, name: title } as const;
    await recordAuditEvent(tx, viewer, { action: "article.show", target, reason });
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
    const { rows } = await tx.execute<{ title: string }>(sql`
      with removed as (delete from public.news_articles where id = ${id}::uuid returning *)
      insert into public.news_removed_articles (id, title, source_id, identity, link_digest, feed_title, published_at)
      select id, title, source_id, identity, md5(source_url), lower(coalesce(feed_title, title)), published_at
      from removed returning title`);
    const [row] = rows;
    if (!row) throw new AppError("article_not_found");
    await recordAuditEvent(tx, viewer, {
      action: "article.delete",
      target: { kind: "article", id, name: row.title },
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

/** Returns the title of the updated article, or null if there was nothing to update. */
async function updateArticle(tx: Tx, change: SQL): Promise<string | null> {
  const { rows } = await tx.execute<{ title: string }>(
    sql`update public.news_articles ${change} returning title`,
  );
  return rows[0]?.title ?? null;
}

async function requireArticle(tx: Tx, id: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`select from public.news_articles where id = ${id}::uuid`);
  if (rowCount === 0) throw new AppError("article_not_found");
}
