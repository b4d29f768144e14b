import { sql } from "drizzle-orm";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { MemberComment } from "#core/forum/member-page.ts";
import type { Page } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import { formatCursor, microsToIso, microsToTime, parseCursor, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import type { MemberListQuery } from "./list-member-posts.ts";

type MemberCommentRow = {
  id: string;
  post_id: string;
  title: string;
  content: string;
  created_micros: string;
  edited_micros: string | null;
  upvotes: number;
  downvotes: number;
};

/** Newest first, in one statement. Leaves out comments on deleted posts. */
export async function listMemberComments(
  { database }: ForumDeps,
  { memberId, cursor }: MemberListQuery,
): Promise<Page<MemberComment>> {
  if (!isUuid(memberId)) return { items: [], nextCursor: null };
  dependOn("comments", "posts");
  const { rows } = await database.reader.execute<MemberCommentRow>(sql`
    select c.id, c.post_id, p.title, c.content, ${toMicros(sql`c.created_at`)} as created_micros,
      ${toMicros(sql`c.edited_at`)} as edited_micros, c.upvotes, c.downvotes
    from public.comments c join public.forum_posts p on p.id = c.post_id
    where c.author_id = ${memberId}::uuid and c.deleted_at is null and p.deleted_at is null ${buildCursorCondition(cursor)}
    order by c.created_at desc, c.id desc limit ${PAGE_SIZE + 1}`);
  const pageRows = rows.slice(0, PAGE_SIZE);
  const last = pageRows.at(-1);
  return {
    items: pageRows.map((row) => ({
      id: row.id,
      postId: row.post_id,
      postTitle: row.title,
      excerpt: buildExcerpt(row.content),
      createdAt: microsToIso(row.created_micros),
      editedAt: row.edited_micros === null ? null : microsToIso(row.edited_micros),
      upvotes: row.upvotes,
      downvotes: row.downvotes,
    })),
    nextCursor:
      rows.length > PAGE_SIZE && last
        ? formatCursor("comments-new", [Number(last.created_micros), last.id])
        : null,
  };
}

function buildCursorCondition(cursor: string | null) {
  if (cursor === null) return sql``;
  const [, micros, id] = parseCursor("comments-new", cursor);
  // The index only covers the time: the first condition uses it, and the second skips the rows already shown.
  return sql`and c.created_at <= ${microsToTime(micros)}
    and (c.created_at, c.id) < (${microsToTime(micros)}, ${id}::uuid)`;
}
