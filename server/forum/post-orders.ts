import { type SQL, sql } from "drizzle-orm";
import { POST_CATEGORIES } from "#core/forum/categories.ts";
import type { PostListQuery, PostSort } from "#core/forum/types.ts";
import { readCursor, timeOfMicros, writeCursor } from "./cursor.ts";
import type { CardRow } from "./present-post.ts";

/** One of the list's orders over forum_posts under the alias p; each is an index, read from where the cursor stands. */
interface PostOrder {
  readonly by: SQL;
  after(cursor: string): SQL;
  cursorOf(row: CardRow): string;
}

export const POST_ORDERS: Readonly<Record<PostSort, PostOrder>> = {
  hot: {
    by: sql`p.is_pinned desc, p.hot_rank desc, p.id desc`,
    after(cursor) {
      const [, pinned, rank, id] = readCursor("hot", cursor);
      // Said apart after the pinned ones: "less than not pinned" looks like no row to the planner.
      return pinned
        ? sql`(p.is_pinned, p.hot_rank, p.id) < (true, ${rank}::float8, ${id}::uuid)`
        : sql`not p.is_pinned and (p.hot_rank, p.id) < (${rank}::float8, ${id}::uuid)`;
    },
    cursorOf: (row) => writeCursor("hot", [row.is_pinned, row.hot_rank, row.id]),
  },
  new: {
    by: sql`p.created_at desc, p.id desc`,
    after(cursor) {
      const [, micros, id] = readCursor("new", cursor);
      return sql`(p.created_at, p.id) < (${timeOfMicros(micros)}, ${id}::uuid)`;
    },
    cursorOf: (row) => writeCursor("new", [Number(row.created_micros), row.id]),
  },
  top: {
    by: sql`p.upvotes desc, p.created_at desc, p.id desc`,
    after(cursor) {
      const [, upvotes, micros, id] = readCursor("top", cursor);
      return sql`(p.upvotes, p.created_at, p.id) < (${upvotes}::int, ${timeOfMicros(micros)}, ${id}::uuid)`;
    },
    cursorOf: (row) => writeCursor("top", [row.upvotes, Number(row.created_micros), row.id]),
  },
};

const PERIOD_DAYS = { day: 1, week: 7, month: 30 } as const;
const DAY_MS = 86_400_000;

/**
 * Conditions that cover Top's period without overlap, each one range of an index: the posts whose shortest period
 * (`top_period`) is this one or a shorter one. Null when the list has no period.
 */
export function periodSpans(query: PostListQuery, now: Date): SQL[] | null {
  const since = periodStart(query, now);
  if (since === null) return null;
  // The stored period may lag behind. The planner takes the two conditions for independent, expects one post or none and
  // would sort the whole range; about a time that it doesn't know yet it makes no such guess.
  const isWithin = sql`p.created_at >= (select ${timeOf(since)})`;
  const { period } = query;
  return Object.values(PERIOD_DAYS)
    .filter((days) => period !== "all" && days <= PERIOD_DAYS[period])
    .map((days) => sql`p.top_period = ${sql.raw(String(days))} and ${isWithin}`);
}

/** When Top's period began; null when the list knows none. */
function periodStart({ sort, period }: PostListQuery, now: Date): Date | null {
  if (sort !== "top" || period === "all") return null;
  return new Date(now.getTime() - PERIOD_DAYS[period] * DAY_MS);
}

const timeOf = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** What comes after the query's cursor; empty on the first page. */
export function cursorConditions({ cursor, sort }: PostListQuery): SQL[] {
  return cursor === null ? [] : [POST_ORDERS[sort].after(cursor)];
}

/** Undeleted posts after the cursor, within Top's period. */
export function placeConditions(query: PostListQuery, now: Date): SQL[] {
  const since = periodStart(query, now);
  const inPeriod = since === null ? [] : [sql`p.created_at >= ${timeOf(since)}`];
  return [sql`p.deleted_at is null`, ...cursorConditions(query), ...inPeriod];
}

/** The wanted categories without doubles; empty when every one is. */
export function wantedCategories({ categories }: PostListQuery): string[] {
  const wanted = new Set<string>(categories);
  return wanted.size === POST_CATEGORIES.length ? [] : [...wanted];
}

/** The same as a parameter: null when every category is wanted. */
export function categoriesParameter(query: PostListQuery): SQL {
  const wanted = wantedCategories(query);
  return wanted.length === 0 ? sql`null::text[]` : sql`${sql.param(wanted)}::text[]`;
}

/**
 * Up to so many posts with a word are fetched and sorted; when more have it, the order's own index is
 * walked, where at a million posts a page of them is met within ten thousand.
 */
export const FEW = 2000;
