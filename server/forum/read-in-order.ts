import { type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { getCategories, getCursorConditions, getPeriodRanges, POST_ORDERS } from "./post-orders.ts";
import { CARD_COLUMNS } from "./present-post.ts";

interface Read {
  readonly columns?: SQL;
  readonly limit?: number;
}

/**
 * Selects a page's `columns` (or those of `limit` posts) from the order's index, where almost every row is shown.
 * `more` are further conditions on forum_posts (alias p).
 */
export function readInOrder(
  query: PostListQuery,
  now: Date,
  more: readonly SQL[],
  { columns = CARD_COLUMNS, limit = PAGE_SIZE + 1 }: Read = {},
): SQL {
  return mergeIndexes(query, now, {
    from: sql`public.forum_posts p`,
    where: [sql`p.deleted_at is null`, ...more],
    columns,
    categories: getCategories(query),
    limit,
  });
}

/** Selects a page of posts with a tag: the ids from the order's index on post_tags, then the posts. */
export function readTagged(query: PostListQuery, tag: string, now: Date): SQL {
  const { by } = POST_ORDERS[query.sort];
  const ids = mergeIndexes(query, now, {
    from: sql`(select *, post_id as id from public.post_tags) p`,
    where: [sql`p.tag = lower(${tag})`],
    columns: sql`p.id, p.is_pinned, p.hot_rank, p.upvotes, p.created_at`,
    categories: getCategories(query),
    limit: PAGE_SIZE + 1,
  });
  return sql`
    select ${CARD_COLUMNS} from (${ids}) tagged join public.forum_posts p on p.id = tagged.id order by ${by}`;
}

interface Source {
  /** Rows with the alias p and the columns of the orders. */
  readonly from: SQL;
  readonly where: readonly SQL[];
  readonly columns: SQL;
  /** Each is read from its own index; empty reads the index of all posts. */
  readonly categories: readonly string[];
  readonly limit: number;
}

function mergeIndexes(query: PostListQuery, now: Date, source: Source): SQL {
  const { from, columns, categories, limit } = source;
  const order = POST_ORDERS[query.sort];
  const ranges = getPeriodRanges(query, now);
  const conditions = [...source.where, ...getCursorConditions(query)];
  const read = (...where: SQL[]) => sql`
    select ${columns} from ${from}
    where ${sql.join([...conditions, ...where], sql` and `)}
    order by ${order.by} limit ${limit}`;
  // Sorted branches under the same order and limit become a Merge Append, which reads only the rows it needs from
  // each. The inner limit stops the planner from fetching and sorting a whole range.
  const readRanges = (...where: SQL[]) =>
    ranges === null
      ? read(...where)
      : sql`
        select p.* from (${sql.join(
          ranges.map((range) => sql`(${read(range, ...where)})`),
          sql` union all `,
        )}) p order by ${order.by} limit ${limit}`;

  if (categories.length === 0) return readRanges();
  if (categories.length === 1) return readRanges(sql`p.category = ${categories[0]}`);
  // Reads each category from its own index and merges the results, so that only a few rows are sorted.
  return sql`
    select p.* from unnest(${sql.param([...categories])}::text[]) as wanted (category)
    cross join lateral (${readRanges(sql`p.category = wanted.category`)}) p
    order by ${order.by} limit ${limit}`;
}
