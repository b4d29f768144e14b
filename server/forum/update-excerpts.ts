import { sql } from "drizzle-orm";
import { buildExcerpt } from "./build-excerpt.ts";
import type { ForumDeps } from "./deps.ts";

const BATCH_SIZE = 500;

/** Applies the current rules to all excerpts. */
export async function updateExcerpts({ database: { db } }: ForumDeps): Promise<void> {
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: { id: string; content: string; excerpt: string }[] } = await db.execute(sql`
      select id, content, excerpt from public.forum_posts
      where ${last}::uuid is null or id > ${last}::uuid order by id limit ${BATCH_SIZE}`);
    const changedPosts = rows
      .map(({ id, content, excerpt }) => ({ id, content, excerpt, updated: buildExcerpt(content) }))
      .filter(({ excerpt, updated }) => updated !== excerpt);
    if (changedPosts.length > 0) {
      const buildColumn = (name: "id" | "content" | "updated") =>
        sql.param(changedPosts.map((post) => post[name]));
      // Updates an excerpt only if the content hasn't changed in the meantime. Deleted posts need no excerpt.
      await db.execute(sql`
        update public.forum_posts p set excerpt = r.updated
        from unnest(${buildColumn("id")}::uuid[], ${buildColumn("content")}::text[], ${buildColumn("updated")}::text[]) as r (id, content, updated)
        where p.id = r.id and p.content = r.content and p.deleted_at is null`);
    }
    last = rows.at(-1)?.id ?? null;
    if (last === null) return;
  }
}
