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

/** The calendar days in UTC that Top's period touches, as dates; null when the list knows no period. */
export function periodDays(query: PostListQuery, now: Date): string[] | null {
  if (query.sort !== "top" || query.period === "all") return null;
  return Array.from({ length: PERIOD_DAYS[query.period] + 1 }, (_, back) =>
    new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10),
  );
}

/** What every page of this query is: undeleted posts of Top's period, after the cursor. */
export function placeConditions(query: PostListQuery, now: Date): SQL[] {
  const conditions = [sql`p.deleted_at is null`];
  if (query.sort === "top" && query.period !== "all") {
    const since = new Date(now.getTime() - PERIOD_DAYS[query.period] * 86_400_000);
    conditions.push(sql`p.created_at >= ${since.toISOString()}::timestamptz`);
  }
  if (query.cursor !== null) conditions.push(POST_ORDERS[query.sort].after(query.cursor));
  return conditions;
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
 * Up to so many posts with a tag or a word are fetched and sorted; when more have it, the order's own index is
 * walked, where at a million posts a page of them is met within ten thousand.
 */
export const FEW = 2000;
