import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import { LATEST_PER_MEMBER, type LatestByMember } from "#core/forum/moderation.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { buildExcerpt } from "../build-excerpt.ts";
import type { ForumDeps } from "../deps.ts";

type Row = {
  posts: {
    id: string;
    title: string;
    category: PostCategory;
    created_at: string;
    deleted_at: string | null;
    is_pinned: boolean;
    is_locked: boolean;
    comment_count: number;
    score: number;
  }[];
  comments: {
    id: string;
    post_id: string;
    post_title: string;
    post_is_deleted: boolean;
    content: string;
    created_at: string;
    deleted_at: string | null;
    score: number;
  }[];
};

/** Reads only the newest entries of the author indexes. */
export async function listLatestByMember(
  { database }: ForumDeps,
  viewer: Viewer,
  memberId: string,
): Promise<LatestByMember> {
  requireAdmin(viewer);
  if (!isUuid(memberId)) return { posts: [], comments: [] };
  const selectNewestByMember = (alias: string) => sql`
    where ${sql.raw(alias)}.author_id = ${memberId}::uuid
    order by ${sql.raw(alias)}.created_at desc, ${sql.raw(alias)}.id desc limit ${LATEST_PER_MEMBER}`;
  const { rows } = await database.db.execute<Row>(sql`
    select
      coalesce((select json_agg(p) from (
        select p.id, p.title, p.category, p.created_at, p.deleted_at, p.is_pinned, p.is_locked, p.comment_count,
          p.upvotes - p.downvotes as score
        from public.forum_posts p ${selectNewestByMember("p")}) p), '[]') as posts,
      coalesce((select json_agg(c) from (
        select c.id, c.post_id, t.title as post_title, t.deleted_at is not null as post_is_deleted, c.content,
          c.created_at, c.deleted_at, c.upvotes - c.downvotes as score
        from public.comments c join public.forum_posts t on t.id = c.post_id ${selectNewestByMember("c")}) c), '[]') as comments`);
  const toIso = (time: string) => new Date(time).toISOString();
  const toIsoOrNull = (time: string | null) => (time === null ? null : toIso(time));
  const { posts = [], comments = [] } = rows[0] ?? {};
  return {
    posts: posts.map(({ id, title, category, score, ...post }) => ({
      id,
      title,
      category,
      score,
      createdAt: toIso(post.created_at),
      deletedAt: toIsoOrNull(post.deleted_at),
      isPinned: post.is_pinned,
      isLocked: post.is_locked,
      commentCount: post.comment_count,
    })),
    comments: comments.map(({ id, score, ...comment }) => ({
      id,
      score,
      post: { id: comment.post_id, title: comment.post_title, isDeleted: comment.post_is_deleted },
      excerpt: buildExcerpt(comment.content),
      createdAt: toIso(comment.created_at),
      deletedAt: toIsoOrNull(comment.deleted_at),
    })),
  };
}
