import { type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsDeps } from "../deps.ts";
import { markFlash } from "../ingest/mark-flash.ts";
import { lockNewsWrites } from "../ingest/write-lock.ts";

export interface ArticleActionInput {
  readonly id: string;
  readonly reason?: string;
}

/** Idempotent. Throws not_signed_in, access_denied, article_not_found. */
export async function hideArticle(deps: NewsDeps, viewer: Viewer, input: ArticleActionInput): Promise<void> {
  const now = deps.clock.now().toISOString();
  await changeVisibility(deps, viewer, input, {
    action: "article.hide",
    set: sql`hidden_at = ${now}::timestamptz, is_flash = false`,
    where: sql`hidden_at is null`,
  });
}

/** Idempotent. Throws not_signed_in, access_denied, article_not_found. */
export async function unhideArticle(
  deps: NewsDeps,
  viewer: Viewer,
  input: ArticleActionInput,
): Promise<void> {
  await changeVisibility(deps, viewer, input, {
    action: "article.show",
    set: sql`hidden_at = null, is_flash = coalesce(flash_override, false)`,
    where: sql`hidden_at is not null`,
  });
  await markFlash(deps);
}

/** A deleted article won't be ingested again. Throws not_signed_in, access_denied, article_not_found. */
export async function deleteArticle(
  deps: NewsDeps,
  viewer: Viewer,
  { id, reason = "" }: ArticleActionInput,
): Promise<void> {
  requireAdmin(viewer);
  await runArticleChange(deps, viewer, id, async (tx) => {
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

/** Changes an article under the write lock, so that ingestion stores its articles either before or after the change. */
async function runArticleChange(
  { database, clock }: NewsDeps,
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

interface VisibilityChange {
  readonly action: "article.hide" | "article.show";
  readonly set: SQL;
  /** Matches the article unless it is already in the requested state. */
  readonly where: SQL;
}

async function changeVisibility(
  deps: NewsDeps,
  viewer: Viewer,
  { id, reason = "" }: ArticleActionInput,
  { action, set, where }: VisibilityChange,
): Promise<void> {
  requireAdmin(viewer);
  await runArticleChange(deps, viewer, id, async (tx) => {
    const { rows } = await tx.execute<{ title: string }>(
      sql`update public.news_articles set ${set} where id = ${id}::uuid and ${where} returning title`,
    );
    const [row] = rows;
    if (row) {
      const target = { kind: "article", id, name: row.title } as const;
      return recordAuditEvent(tx, viewer, { action, target, reason });
    }
    const { rowCount } = await tx.execute(sql`select from public.news_articles where id = ${id}::uuid`);
    if (rowCount === 0) throw new AppError("article_not_found");
  });
}
