import { and, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ForumDeps } from "./deps.ts";
import { postDrafts } from "./tables.ts";

/** Throws draft_not_found also for another member's draft. */
export async function deleteDraft(deps: ForumDeps, viewer: Viewer, id: string): Promise<void> {
  requireMember(viewer);
  const deletedRows = isUuid(id)
    ? await deps.database.db
        .delete(postDrafts)
        .where(and(eq(postDrafts.id, id), eq(postDrafts.authorId, viewer.id)))
        .returning({ id: postDrafts.id })
    : [];
  if (deletedRows.length === 0) throw new AppError("draft_not_found");
}
