import { sql } from "drizzle-orm";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { MemberComment } from "#core/forum/member-page.ts";
import type { Page } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildExcerpt } from "./build-excerpt.ts";
import { formatCursor, microsToIso, microsToTime, parseCursor, toMicros } from "./cursor.ts";
import type { ForumDeps } from "./deps.ts";
import type { MemberContentQuery } from "./list-member-posts.ts";

type MemberCommentRow = Omit<MemberComment, "excerpt" | "createdAt" | "editedAt"> & {
  content: string;
  created_micros: string;
  edited_micros: string | null;
};

/**
 * Lists a member's comments, newest first, in one statement. Leaves out comments on deleted posts. Throws invalid_input
 * for a cursor from another sort order.
 */
export async function listMemberComments(
  { database }: ForumDeps,
  { memberId, cursor }: MemberContentQuery,
): Promise<Page<MemberComment>> {
  if (!isUuid(memberId)) return { items: [], nextCursor: null };
  dependOn("comments", "posts");
  const { rows } = await database.reader.execute<MemberCommentRow>(sql`
    select c.id, c.post_id as "postId", p.title as "postTitle", c.content, c.upvotes, c.downvotes,
      ${toMicros(sql`c.created_at`)} as created_micros, ${toMicros(sql`c.edited_at`)} as edited_micros
    from public.comments c join public.forum_posts p on p.id = c.post_id
    where c.author_id = ${memberId}::uuid and c.deleted_at is null and p.deleted_at is null ${buildCursorCondition(cursor)}
    order by c.created_at desc, c.id desc limit ${PAGE_SIZE + 1}`);
  return buildPage(
    rows,
    PAGE_SIZE,
    ({ content, created_micros, edited_micros, ...comment }) => ({
      ...comment,
      excerpt: buildExcerpt(content),
      createdAt: microsToIso(created_micros),
      editedAt: edited_micros === null ? null : microsToIso(edited_micros),
    }),
    (row) => formatCursor("comments-new", [Number(row.created_micros), row.id]),
  );
}

function buildCursorCondition(cursor: string | null) {
  if (cursor === null) return sql``;
  const [, micros, id] = parseCursor("comments-new", cursor);
  // The index only covers the time: the first condition uses it, and the second skips the rows already shown.
  return sql`and c.created_at <= ${microsToTime(micros)}
    and (c.created_at, c.id) < (${microsToTime(micros)}, ${id}::uuid)`;
}
