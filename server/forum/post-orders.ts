import { type SQL, sql } from "drizzle-orm";
import { POST_CATEGORIES } from "#core/forum/categories.ts";
import type { PostListQuery, PostSort } from "#core/forum/types.ts";
import { formatCursor, microsToTime, parseCursor } from "./cursor.ts";
import type { CardRow } from "./present-post.ts";

/** A sort order of forum_posts (alias p). Each has an index that is scanned from the cursor. */
interface PostOrder {
  readonly orderBy: SQL;
  isAfter(cursor: string): SQL;
  toCursor(row: CardRow): string;
}

export const POST_ORDERS: Readonly<Record<PostSort, PostOrder>> = {
  hot: {
    orderBy: sql`p.is_pinned desc, p.hot_rank desc, p.id desc`,
    isAfter(cursor) {
      const [, isPinned, rank, id] = parseCursor("hot", cursor);
      // Separate conditions, because the planner estimates that `(is_pinned, …) < (false, …)` matches no rows.
      return isPinned
        ? sql`(p.is_pinned, p.hot_rank, p.id) < (true, ${rank}::float8, ${id}::uuid)`
        : sql`not p.is_pinned and (p.hot_rank, p.id) < (${rank}::float8, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("hot", [row.is_pinned, row.hot_rank, row.id]),
  },
  new: {
    orderBy: sql`p.created_at desc, p.id desc`,
    isAfter(cursor) {
      const [, micros, id] = parseCursor("new", cursor);
      return sql`(p.created_at, p.id) < (${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("new", [Number(row.created_micros), row.id]),
  },
  top: {
    orderBy: sql`p.upvotes desc, p.created_at desc, p.id desc`,
    isAfter(cursor) {
      const [, upvotes, micros, id] = parseCursor("top", cursor);
      return sql`(p.upvotes, p.created_at, p.id) < (${upvotes}::int, ${microsToTime(micros)}, ${id}::uuid)`;
    },
    toCursor: (row) => formatCursor("top", [row.upvotes, Number(row.created_micros), row.id]),
  },
};

const PERIOD_DAYS = { day: 1, week: 7, month: 30 } as const;
const DAY_MS = 86_400_000;

/** The condition of each period's indexes: the values of `top_period` that its posts can have. */
const PERIOD_CONDITIONS = {
  day: sql`p.top_period = 1`,
  week: sql`p.top_period in (1, 7)`,
  month: sql`p.top_period > 0`,
} as const;

/** Conditions for posts of the list's period, which has indexes of its own. None without a period. */
export function getPeriodConditions(query: PostListQuery, now: Date): SQL[] {
  const since = getPeriodStart(query, now);
  if (since === null || query.period === "all") return [];
  // The time is needed because `top_period` may be outdated. A subquery hides the time from the planner, which would
  // otherwise treat the two conditions as independent, expect at most one post and sort all posts of the period.
  return [PERIOD_CONDITIONS[query.period], sql`p.created_at >= (select ${toTimestamp(since)})`];
}

/** Returns the start of the list's period; null without a period. */
export function getPeriodStart({ sort, period }: PostListQuery, now: Date): Date | null {
  if (sort !== "top" || period === "all") return null;
  return new Date(now.getTime() - PERIOD_DAYS[period] * DAY_MS);
}

const toTimestamp = (time: Date) => sql`${time.toISOString()}::timestamptz`;

export function getCursorConditions({ cursor, sort }: PostListQuery): SQL[] {
  return cursor === null ? [] : [POST_ORDERS[sort].isAfter(cursor)];
}

/** Returns the conditions for the posts of a page: after the cursor, within Top's period, not deleted. */
export function getPageConditions(query: PostListQuery, now: Date): SQL[] {
  const since = getPeriodStart(query, now);
  const periodConditions = since === null ? [] : [sql`p.created_at >= ${toTimestamp(since)}`];
  return [sql`p.deleted_at is null`, ...getCursorConditions(query), ...periodConditions];
}

/** Returns the selected categories without duplicates; empty for all. */
export function getCategories({ categories }: PostListQuery): string[] {
  const selectedCategories = new Set<string>(categories);
  return selectedCategories.size === POST_CATEGORIES.length ? [] : [...selectedCategories];
}
