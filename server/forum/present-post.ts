import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { DELETED_MEMBER, isDeletedMember } from "#core/accounts/profile-path.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import type { Author, OwnVote, PostCard } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type MarkColumns, presentMarks, selectMarks, sinceVisit } from "./reading/marks.ts";

export type CardRow = {
  id: string;
  title: string;
  excerpt: string;
  category: PostCategory;
  tags: string[];
  created_micros: string;
  upvotes: number;
  downvotes: number;
  comment_count: number;
  is_pinned: boolean;
  is_locked: boolean;
  hot_rank: number;
  own_vote: OwnVote;
} & AuthorColumns &
  MarkColumns;

/** All null when the author's account was deleted. */
export type AuthorColumns = {
  username: string | null;
  avatar_url: string | null;
  is_verified: boolean | null;
};

/** The columns of forum_posts (alias p) for a card, including sort values. */
export const CARD_COLUMNS = sql`p.id, p.title, p.excerpt, p.category, p.tags, p.author_id, p.created_at, p.upvotes,
  p.downvotes, p.comment_count, p.is_pinned, p.is_locked, p.hot_rank`;

/**
 * Selects a page's cards with author, the viewer's vote and marks, in one statement. `page` selects CARD_COLUMNS (and
 * whatever else `order` uses) of the posts to show; `order` uses the alias p. New comments are counted from `since`.
 */
export function selectCards(
  viewer: Viewer,
  page: SQL,
  order: SQL,
  extra: SQL = sql``,
  since: SQL = sinceVisit(false),
): SQL {
  const marks = selectMarks(viewer, since);
  return sql`
    with page as materialized (${page})
    select p.id, p.title, p.excerpt, p.category, p.tags, p.upvotes, p.downvotes, p.comment_count, p.is_pinned,
      p.is_locked, p.hot_rank, ${toMicros(sql`p.created_at`)} as created_micros, a.username, a.avatar_url, a.is_verified,
      coalesce(v.vote_type, 0) as own_vote ${marks.columns} ${extra}
    from page p
    left join public.profiles a on a.id = p.author_id
    left join public.votes v on v.post_id = p.id and v.user_id = ${viewer?.id ?? null}::uuid
    ${marks.joins}
    order by ${order}`;
}

/** A member whose account is being closed is shown as deleted already. */
export function presentAuthor({ username, avatar_url, is_verified }: AuthorColumns): Author {
  if (username !== null) dependOn(`username:${username}`);
  if (username === null || isDeletedMember(username))
    return { username: DELETED_MEMBER, avatarUrl: null, isVerified: false };
  return { username, avatarUrl: avatar_url, isVerified: is_verified === true };
}

export function presentCard(row: CardRow): PostCard {
  dependOn(`post:${row.id}`);
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    tags: row.tags,
    author: presentAuthor(row),
    createdAt: microsToIso(row.created_micros),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    commentCount: row.comment_count,
    isPinned: row.is_pinned,
    isLocked: row.is_locked,
    ownVote: row.own_vote,
    marks: presentMarks(row),
  };
}
