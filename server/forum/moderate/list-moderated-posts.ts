import { type SQL, sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { DELETED_MEMBER } from "#core/accounts/profile-path.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import {
  MODERATION_PAGE_SIZE,
  type ModeratedPost,
  type ModeratedPostsQuery,
  type PostState,
} from "#core/forum/moderation.ts";
import type { Page, PostCard } from "#core/forum/types.ts";
import { buildPage } from "#server/platform/list-cursor.ts";
import { isUuid } from "#server/platform/uuid.ts";
import type { ForumDeps } from "../deps.ts";
import { listPosts } from "../list-posts.ts";
import { POST_ORDERS } from "../post-orders.ts";
import { CARD_COLUMNS, type CardRow, presentCard, selectCards } from "../present-post.ts";

/** Each of these states has its own partial index. */
const STATES: Readonly<Record<PostState, SQL>> = {
  pinned: sql`p.is_pinned and p.deleted_at is null`,
  locked: sql`p.is_locked and p.deleted_at is null`,
  deleted: sql`p.deleted_at is not null`,
};

/**
 * Lists posts for administrators, newest first: all visible posts, searched as in the forum, or only those in a state
 * or by a member. Throws not_signed_in, access_denied, invalid_input for a cursor from another sort order.
 */
export async function listModeratedPosts(
  deps: ForumDeps,
  viewer: Viewer,
  query: ModeratedPostsQuery,
): Promise<Page<ModeratedPost>> {
  requireAdmin(viewer);
  if (query.state !== null || query.authorId !== null) return listFilteredPosts(deps, viewer, query);
  const { items, nextCursor } = await listPosts(deps, viewer, {
    sort: "new",
    period: "all",
    categories: query.category === null ? [] : [query.category],
    tag: null,
    search: query.search,
    cursor: query.cursor,
  });
  return { items: items.map((card) => presentPost(card, null, false)), nextCursor };
}

/** Reads a post, even a deleted one. Throws not_signed_in, access_denied, post_not_found. */
export async function readModeratedPost(deps: ForumDeps, viewer: Viewer, id: string): Promise<ModeratedPost> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("post_not_found");
  const [row] = await selectPosts(
    deps,
    viewer,
    sql`select ${CARD_COLUMNS}, p.deleted_at from public.forum_posts p where p.id = ${id}::uuid`,
  );
  if (!row) throw new AppError("post_not_found");
  return presentRow(row);
}

type Row = CardRow & { deleted_at: string | null; author_id: string | null };

async function selectPosts({ database }: ForumDeps, viewer: Member, page: SQL): Promise<Row[]> {
  const extraColumns = sql`, p.deleted_at, p.author_id`;
  return (await database.db.execute<Row>(selectCards(viewer, page, POST_ORDERS.new.orderBy, extraColumns)))
    .rows;
}

/** Lists the posts in a state or by a member. They are few or have an index of their own, so a search can scan them. */
async function listFilteredPosts(deps: ForumDeps, viewer: Member, query: ModeratedPostsQuery) {
  const order = POST_ORDERS.new;
  const conditions = [
    query.state === null ? sql`p.deleted_at is null` : STATES[query.state],
    ...(query.authorId === null ? [] : [sql`p.author_id = ${query.authorId}::uuid`]),
    ...(query.category === null ? [] : [sql`p.category = ${query.category}`]),
    ...(query.search === ""
      ? []
      : [sql`strpos(lower(p.title || ' ' || p.content), lower(${query.search})) > 0`]),
    ...(query.cursor === null ? [] : [order.isAfter(query.cursor)]),
  ];
  const page = sql`select ${CARD_COLUMNS}, p.deleted_at from public.forum_posts p
    where ${sql.join(conditions, sql` and `)} order by ${order.orderBy} limit ${MODERATION_PAGE_SIZE + 1}`;
  const rows = await selectPosts(deps, viewer, page);
  return buildPage(rows, MODERATION_PAGE_SIZE, presentRow, order.toCursor);
}

const presentRow = (row: Row) => presentPost(presentCard(row), row.deleted_at, row.author_id !== null);

function presentPost(
  {
    ownVote: _vote,
    threadState: _threadState,
    excerpt: _excerpt,
    tags: _tags,
    upvotes: _up,
    downvotes: _down,
    ...card
  }: PostCard,
  deletedAt: string | null,
  hasAuthor: boolean,
): ModeratedPost {
  return {
    ...card,
    deletedAt: deletedAt === null ? null : new Date(deletedAt).toISOString(),
    canRestore: deletedAt !== null && hasAuthor && card.author.username !== DELETED_MEMBER,
  };
}
