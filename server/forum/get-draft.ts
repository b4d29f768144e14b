import { and, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Draft } from "#core/forum/types.ts";
import { type ForumDeps, isUuid } from "./deps.ts";
import { presentDraft } from "./present-draft.ts";
import { postDrafts } from "./tables.ts";

/** One of the viewer's drafts. Throws not_signed_in, draft_not_found (also for another member's). */
export async function getDraft(deps: ForumDeps, viewer: Viewer, id: string): Promise<Draft> {
  requireMember(viewer);
  const [row] = isUuid(id)
    ? await deps.database.db
        .select()
        .from(postDrafts)
        .where(and(eq(postDrafts.id, id), eq(postDrafts.authorId, viewer.id)))
    : [];
  if (!row) throw new AppError("draft_not_found");
  return presentDraft(row);
}
