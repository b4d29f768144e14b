import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import type { PostCategory } from "#core/forum/categories.ts";
import type { OwnVote, PostCard } from "#core/forum/types.ts";
import { dependOn } from "#server/platform/request-scope.ts";
import { microsToIso, toMicros } from "./cursor.ts";
import { type AuthorColumns, presentAuthor } from "./present-author.ts";
import {
  getPreviousVisitTime,
  presentThreadState,
  selectThreadState,
  type ThreadStateColumns,
} from "./reading/thread-state.ts";
import { presentReplies, type ReplyColumns, selectReplies } from "./replies.ts";

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
  ThreadStateColumns &
  ReplyColumns;

/** The columns of forum_posts (alias p) for a card, including those that the sort orders use. */
export const CARD_COLUMNS = sql`p.id, p.title, p.excerpt, p.category, p.tags, p.author_id, p.created_at, p.upvotes,
  p.downvotes, p.comment_count, p.is_pinned, p.is_locked, p.hot_rank`;

/** `page` selects CARD_COLUMNS and the columns that `orderBy` uses (alias p). New comments are counted from `since`. */
export function selectCards(
  viewer: Viewer,
  page: SQL,
  orderBy: SQL,
  extraColumns: SQL = sql``,
  since: SQL = getPreviousVisitTime(false),
  replies = selectReplies(),
): SQL {
  const threadState = selectThreadState(viewer, since);
  return sql`
    with page as materialized (${page})
    select p.id, p.title, p.excerpt, p.category, p.tags, p.upvotes, p.downvotes, p.comment_count, p.is_pinned,
      p.is_locked, p.hot_rank, ${toMicros(sql`p.created_at`)} as created_micros, a.username, a.avatar_url, a.is_verified,
      coalesce(v.vote_type, 0) as own_vote ${threadState.columns} ${replies.columns} ${extraColumns}
    from page p
    left join public.profiles a on a.id = p.author_id
    left join public.votes v on v.post_id = p.id and v.user_id = ${viewer?.id ?? null}::uuid
    ${threadState.joins}
    ${replies.joins}
    order by ${orderBy}`;
}

export function presentCard(row: CardRow): PostCard {
  dependOn(`post:${row.id}`);
  const author = presentAuthor(row);
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    tags: row.tags,
    author,
    createdAt: microsToIso(row.created_micros),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    commentCount: row.comment_count,
    isPinned: row.is_pinned,
    isLocked: row.is_locked,
    ownVote: row.own_vote,
    threadState: presentThreadState(row),
    ...presentReplies(row, author),
  };
}
