import { and, count, desc, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { parseDraftInput } from "#core/forum/draft-input.ts";
import { DRAFTS_MAX } from "#core/forum/limits.ts";
import type { RawPostInput } from "#core/forum/post-input.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Draft } from "#core/forum/types.ts";
import type { Db, Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { lockMember } from "./lock-rows.ts";
import { postDrafts } from "./tables.ts";

export interface DraftInput extends RawPostInput {
  readonly draftId?: string | null;
  /** A UUID created by the form for a new draft, so that saving twice creates one draft. */
  readonly requestId?: string | null;
}

/**
 * Throws not_signed_in, invalid_input, too_many_requests, and draft_not_found for a draft that was deleted or
 * published, or belongs to another member.
 */
export async function saveDraft(deps: ForumDeps, viewer: Viewer, input: DraftInput): Promise<Draft> {
  requireMember(viewer);
  if (input.draftId && !isUuid(input.draftId)) throw new AppError("draft_not_found");
  const fields = { ...parseDraftInput(input), updatedAt: deps.clock.now() };
  await consumeLimit(deps, "drafts", viewer);
  const update = async (db: Db | Tx, id: string) => {
    const [draft] = await db.update(postDrafts).set(fields).where(isOwnDraft(id, viewer.id)).returning();
    return draft && presentDraft(draft);
  };

  if (input.draftId) {
    const updatedDraft = await update(deps.database.db, input.draftId);
    if (!updatedDraft) throw new AppError("draft_not_found");
    return updatedDraft;
  }
  const requestId = input.requestId && isUuid(input.requestId) ? input.requestId : undefined;
  return deps.database.db.transaction(async (tx) => {
    // Serializes concurrent saves, so that together they can't exceed the limit.
    await lockMember(tx, viewer.id);
    const updatedDraft = requestId && (await update(tx, requestId));
    if (updatedDraft) return updatedDraft;
    const [countRow] = await tx
      .select({ draftCount: count() })
      .from(postDrafts)
      .where(eq(postDrafts.authorId, viewer.id));
    if (countRow && countRow.draftCount >= DRAFTS_MAX) {
      throw new AppError("invalid_input", {
        message: `You already have ${DRAFTS_MAX} drafts. Post or delete one to save another.`,
      });
    }
    const [createdDraft] = await tx
      .insert(postDrafts)
      .values({
        ...fields,
        ...(requestId ? { id: requestId } : {}),
        authorId: viewer.id,
        createdAt: fields.updatedAt,
      })
      .onConflictDoNothing({ target: postDrafts.id })
      .returning();
    if (!createdDraft) throw new AppError("invalid_input");
    return presentDraft(createdDraft);
  });
}

/** Lists a member's drafts, most recently updated first. Throws not_signed_in. */
export async function listDrafts({ database }: ForumDeps, viewer: Viewer): Promise<Draft[]> {
  requireMember(viewer);
  const rows = await database.db
    .select()
    .from(postDrafts)
    .where(eq(postDrafts.authorId, viewer.id))
    .orderBy(desc(postDrafts.updatedAt), desc(postDrafts.id));
  return rows.map(presentDraft);
}

/** Throws not_signed_in, and draft_not_found, including for another member's draft. */
export async function deleteDraft({ database }: ForumDeps, viewer: Viewer, id: string): Promise<void> {
  requireMember(viewer);
  const { rowCount } = isUuid(id)
    ? await database.db.delete(postDrafts).where(isOwnDraft(id, viewer.id))
    : { rowCount: 0 };
  if (rowCount === 0) throw new AppError("draft_not_found");
}

const isOwnDraft = (id: string, memberId: string) =>
  and(eq(postDrafts.id, id), eq(postDrafts.authorId, memberId));

const presentDraft = (row: typeof postDrafts.$inferSelect): Draft => ({
  id: row.id,
  title: row.title,
  content: row.content,
  category: row.category,
  tags: row.tags,
  updatedAt: row.updatedAt.toISOString(),
});
