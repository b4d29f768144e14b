import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import {
  LATEST_PER_MEMBER,
  type LatestByMember,
  type MemberCommentLine,
  type MemberPostLine,
} from "#core/forum/moderation.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildExcerpt } from "../build-excerpt.ts";
import type { ForumDeps } from "../deps.ts";

type Row = {
  posts: MemberPostLine[];
  comments: (Omit<MemberCommentLine, "excerpt"> & { content: string })[];
};

/**
 * Lists a member's latest posts and comments. Reads only the newest entries of the author indexes. Throws
 * not_signed_in, access_denied.
 */
export async function listLatestByMember(
  { database }: ForumDeps,
  viewer: Viewer,
  memberId: string,
): Promise<LatestByMember> {
  requireAdmin(viewer);
  if (!isUuid(memberId)) return { posts: [], comments: [] };
  const buildNewestClause = (alias: string) => sql`
    where ${sql.raw(alias)}.author_id = ${memberId}::uuid
    order by ${sql.raw(alias)}.created_at desc, ${sql.raw(alias)}.id desc limit ${LATEST_PER_MEMBER}`;
  const { rows } = await database.db.execute<Row>(sql`
    select
      coalesce((select json_agg(p) from (
        select p.id, p.title, p.category, p.created_at as "createdAt", p.deleted_at as "deletedAt",
          p.is_pinned as "isPinned", p.is_locked as "isLocked", p.comment_count as "commentCount",
          p.upvotes - p.downvotes as score
        from public.forum_posts p ${buildNewestClause("p")}) p), '[]') as posts,
      coalesce((select json_agg(c) from (
        select c.id, c.content, c.created_at as "createdAt", c.deleted_at as "deletedAt", c.upvotes - c.downvotes as score,
          json_build_object('id', t.id, 'title', t.title, 'isDeleted', t.deleted_at is not null) as post
        from public.comments c join public.forum_posts t on t.id = c.post_id ${buildNewestClause("c")}) c), '[]') as comments`);
  const toIso = (time: string) => new Date(time).toISOString();
  const presentTimes = ({ createdAt, deletedAt }: { createdAt: string; deletedAt: string | null }) => ({
    createdAt: toIso(createdAt),
    deletedAt: deletedAt && toIso(deletedAt),
  });
  const { posts = [], comments = [] } = rows[0] ?? {};
  return {
    posts: posts.map((post) => ({ ...post, ...presentTimes(post) })),
    comments: comments.map(({ content, ...comment }) => ({
      ...comment,
      ...presentTimes(comment),
      excerpt: buildExcerpt(content),
    })),
  };
}
