import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { type EditableArticle, parseArticleInput, type RawArticleInput } from "#core/news/admin-articles.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsDeps } from "../deps.ts";

type Row = Omit<EditableArticle, "publishedAt" | "isHidden" | "editedAt"> & {
  published_at: string;
  edited_at: string | null;
};

const columns = sql`id, title, excerpt, category, tags, source, source_url as "sourceUrl", published_at, views,
  is_flash as "isFlash", edited_at, flash_override as "flashOverride"`;

/** Throws not_signed_in, access_denied, article_not_found (also for a hidden article). */
export async function readEditableArticle(
  { database }: NewsDeps,
  viewer: Viewer,
  id: string,
): Promise<EditableArticle> {
  requireAdmin(viewer);
  const { published_at, edited_at, ...article } = await findArticle(database.db, id);
  const toIso = (time: string) => new Date(time).toISOString();
  return {
    ...article,
    publishedAt: toIso(published_at),
    isHidden: false,
    editedAt: edited_at && toIso(edited_at),
  };
}

async function findArticle(db: Db | Tx, id: string, lock = sql``): Promise<Row> {
  const { rows } = isUuid(id)
    ? await db.execute<Row>(
        sql`select ${columns} from public.news_articles where id = ${id}::uuid and hidden_at is null ${lock}`,
      )
    : { rows: [] };
  const [row] = rows;
  if (!row) throw new AppError("article_not_found");
  return row;
}

export interface ArticleEdit extends RawArticleInput {
  readonly id: string;
  readonly reason?: string;
}

/**
 * Edits an article. From then on, the feed doesn't overwrite its title, excerpt or tags. Throws not_signed_in,
 * access_denied, missing_information and invalid_input (both with fields), article_not_found.
 */
export async function editArticle(
  { database, clock }: NewsDeps,
  viewer: Viewer,
  { id, reason = "", ...raw }: ArticleEdit,
): Promise<void> {
  requireAdmin(viewer);
  const input = parseArticleInput(raw);
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const row = await findArticle(tx, id, sql`for update`);
    const changedFields = (["title", "excerpt", "category", "tags"] as const).filter(
      (name) => String(row[name]) !== String(input[name]),
    );
    if (changedFields.length === 0) return;
    await tx.execute(sql`
      update public.news_articles set title = ${input.title}, excerpt = ${input.excerpt},
        category = ${input.category}, tags = ${sql.param([...input.tags])}::text[],
        feed_title = coalesce(feed_title, title), edited_at = ${clock.now().toISOString()}::timestamptz
      where id = ${id}::uuid`);
    const pickChanged = (fields: Record<(typeof changedFields)[number], unknown>) =>
      Object.fromEntries(
        changedFields.map((name) => [name, name === "tags" ? String(fields[name]) : fields[name]]),
      );
    const target = { kind: "article", id, name: row.title } as const;
    await recordAuditEvent(tx, viewer, {
      action: "article.edit",
      target,
      reason,
      before: pickChanged(row),
      after: pickChanged(input),
    });
  });
}

export interface FlashOverrideInput {
  readonly id: string;
  readonly isFlash: boolean | null;
  readonly reason?: string;
}

/**
 * Overrides the flash rule; null removes the override, and the next `markFlash` applies the rule again. Throws
 * not_signed_in, access_denied, article_not_found.
 */
export async function setFlash(
  { database, clock }: NewsDeps,
  viewer: Viewer,
  { id, isFlash, reason = "" }: FlashOverrideInput,
): Promise<void> {
  requireAdmin(viewer);
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const row = await findArticle(tx, id, sql`for update`);
    if (row.flashOverride === isFlash) return;
    await tx.execute(sql`
      update public.news_articles set flash_override = ${isFlash}::boolean, is_flash = coalesce(${isFlash}::boolean, is_flash)
      where id = ${id}::uuid`);
    const describeFlash = (override: boolean | null) =>
      override === null ? "automatic" : override ? "yes" : "no";
    await recordAuditEvent(tx, viewer, {
      action: (isFlash ?? row.isFlash) ? "article.flash" : "article.unflash",
      target: { kind: "article", id, name: row.title },
      reason,
      before: { flash: describeFlash(row.flashOverride) },
      after: { flash: describeFlash(isFlash) },
    });
  });
}
