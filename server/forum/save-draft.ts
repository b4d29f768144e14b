import { and, count, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { parseDraftInput } from "#core/forum/draft-input.ts";
import { DRAFTS_MAX } from "#core/forum/limits.ts";
import type { RawPostInput } from "#core/forum/post-input.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Draft } from "#core/forum/types.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { profiles } from "#server/profiles/index.ts";
import { consumeLimit, type ForumDeps } from "./deps.ts";
import { presentDraft } from "./present-draft.ts";
import { postDrafts } from "./tables.ts";

export interface DraftInput extends RawPostInput {
  readonly draftId?: string | null;
  /** A UUID created by the form for a new draft, so that saving twice creates one. */
  readonly requestId?: string | null;
}

/** Throws draft_not_found for a draft that was deleted, published or is another member's. */
export async function saveDraft(deps: ForumDeps, viewer: Viewer, input: DraftInput): Promise<Draft> {
  requireMember(viewer);
  if (input.draftId && !isUuid(input.draftId)) throw new AppError("draft_not_found");
  const fields = { ...parseDraftInput(input), updatedAt: deps.clock.now() };
  await consumeLimit(deps, "drafts", viewer);

  if (input.draftId) {
    const [saved] = await deps.database.db
      .update(postDrafts)
      .set(fields)
      .where(and(eq(postDrafts.id, input.draftId), eq(postDrafts.authorId, viewer.id)))
      .returning();
    if (!saved) throw new AppError("draft_not_found");
    return presentDraft(saved);
  }

  const requestId = input.requestId && isUuid(input.requestId) ? input.requestId : undefined;
  return deps.database.db.transaction(async (tx) => {
    // Locks the member's row, so that concurrent saves count their drafts one after the other.
    await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, viewer.id))
      .for("no key update");
    if (requestId) {
      const [saved] = await tx
        .update(postDrafts)
        .set(fields)
        .where(and(eq(postDrafts.id, requestId), eq(postDrafts.authorId, viewer.id)))
        .returning();
      if (saved) return presentDraft(saved);
    }
    const [drafts] = await tx
      .select({ draftCount: count() })
      .from(postDrafts)
      .where(eq(postDrafts.authorId, viewer.id));
    if (drafts && drafts.draftCount >= DRAFTS_MAX) {
      throw new AppError("invalid_input", {
        message: `You already have ${DRAFTS_MAX} drafts. Post or delete one to save another.`,
      });
    }
    const [saved] = await tx
      .insert(postDrafts)
      .values({
        ...fields,
        ...(requestId ? { id: requestId } : {}),
        authorId: viewer.id,
        createdAt: fields.updatedAt,
      })
      .onConflictDoNothing({ target: postDrafts.id })
      .returning();
    if (!saved) throw new AppError("invalid_input");
    return presentDraft(saved);
  });
}
