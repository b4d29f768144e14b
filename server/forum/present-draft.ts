import type { Draft } from "#core/forum/types.ts";
import type { postDrafts } from "./tables.ts";

export function presentDraft(row: typeof postDrafts.$inferSelect): Draft {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    category: row.category,
    tags: row.tags,
    updatedAt: row.updatedAt.toISOString(),
  };
}
