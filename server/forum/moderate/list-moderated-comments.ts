import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import {
  MODERATION_PAGE_SIZE,
  type ModeratedComment,
  type ModeratedCommentsQuery,
} from "#core/forum/moderation.ts";
import type { Page } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { formatCursor, microsToIso, microsToTime, parseCursor, toMicros } from "../cursor.ts";
import type { ForumDeps } from "../deps.ts";
import { type AuthorColumns, presentAuthor } from "../present-author.ts";
import { getCommentVersion } from "../text-version.ts";

type Row = AuthorColumns & {
  id: string;
  post_id: string;
  post_title: string;
  post_is_deleted: boolean;
  content: string;
  created_micros: string;
  edited_micros: string | null;
  deleted_micros: string | null;
};

const COLUMNS = sql`c.id, c.post_id, p.title as post_title, p.deleted_at is not null as post_is_deleted, c.content,
  ${toMicros(sql`c.created_at`)} as created_micros, ${toMicros(sql`c.edited_at`)} as edited_micros,
  ${toMicros(sql`c.deleted_at`)} as deleted_micros, a.username, a.avatar_url, a.is_verified`;
const JOINS = sql`join public.forum_posts p on p.id = c.post_id left join public.profiles a on a.id = c.author_id`;

/**
 * Lists comments for administrators, newest first, in one statement. Throws not_signed_in, access_denied, invalid_input
 * for a cursor from another sort order.
 */
export async function listModeratedComments(
  { database }: ForumDeps,
  viewer: Viewer,
  { search, authorId, isDeleted, cursor }: ModeratedCommentsQuery,
): Promise<Page<ModeratedComment>> {
  requireAdmin(viewer);
  const conditions = [isDeleted ? sql`c.deleted_at is not null` : sql`c.deleted_at is null`];
  if (authorId !== null) conditions.push(sql`c.author_id = ${authorId}::uuid`);
  if (search !== "")
    conditions.push(sql`to_tsvector('english', c.content) @@ websearch_to_tsquery('english', ${search})`);
  if (cursor !== null) {
    const [, micros, id] = parseCursor("comments-new", cursor);
    conditions.push(sql`(c.created_at, c.id) < (${microsToTime(micros)}, ${id}::uuid)`);
  }
  const { rows } = await database.db.execute<Row>(sql`
    select ${COLUMNS} from (
      select * from public.comments c where ${sql.join(conditions, sql` and `)}
      order by c.created_at desc, c.id desc limit ${MODERATION_PAGE_SIZE + 1}
    ) c ${JOINS} order by c.created_at desc, c.id desc`);
  return buildPage(rows, MODERATION_PAGE_SIZE, presentComment, (row) =>
    formatCursor("comments-new", [Number(row.created_micros), row.id]),
  );
}

/** Reads a comment, even a deleted one. Throws not_signed_in, access_denied, comment_not_found. */
export async function readModeratedComment({ database }: ForumDeps, viewer: Viewer, id: string) {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("comment_not_found");
  const { rows } = await database.db.execute<Row>(
    sql`select ${COLUMNS} from public.comments c ${JOINS} where c.id = ${id}::uuid`,
  );
  const [row] = rows;
  if (!row) throw new AppError("comment_not_found");
  return presentComment(row);
}

function presentComment(row: Row): ModeratedComment {
  const author = presentAuthor(row);
  const presentTime = (micros: string | null) => (micros === null ? null : microsToIso(micros));
  return {
    id: row.id,
    post: { id: row.post_id, title: row.post_title, isDeleted: row.post_is_deleted },
    author,
    content: row.content,
    version: getCommentVersion(row.content),
    createdAt: microsToIso(row.created_micros),
    editedAt: presentTime(row.edited_micros),
    deletedAt: presentTime(row.deleted_micros),
    canRestore: row.deleted_micros !== null && author.username !== DELETED_MEMBER && !row.post_is_deleted,
  };
}
