import { desc, eq } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireMember } from "#core/forum/rules.ts";
import type { Draft } from "#core/forum/types.ts";
import type { ForumDeps } from "./deps.ts";
import { presentDraft } from "./present-draft.ts";
import { postDrafts } from "./tables.ts";

/** Last updated first. */
export async function listDrafts(deps: ForumDeps, viewer: Viewer): Promise<Draft[]> {
  requireMember(viewer);
  const rows = await deps.database.db
    .select()
    .from(postDrafts)
    .where(eq(postDrafts.authorId, viewer.id))
    .orderBy(desc(postDrafts.updatedAt), desc(postDrafts.id));
  return rows.map(presentDraft);
}
