import { type SQL, sql } from "drizzle-orm";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import type { PostListQuery } from "#core/forum/types.ts";
import { getCategories, getCursorConditions, getPeriodConditions, POST_ORDERS } from "./post-orders.ts";
import { CARD_COLUMNS } from "./present-post.ts";

interface PageOptions {
  readonly columns?: SQL;
  readonly limit?: number;
}

/** Scans the sort order's index. Use this only if almost every row (alias p) meets the `conditions`. */
export function buildPostListQuery(
  query: PostListQuery,
  now: Date,
  conditions: readonly SQL[],
  { columns = CARD_COLUMNS, limit = (query.size ?? PAGE_SIZE) + 1 }: PageOptions = {},
): SQL {
  return buildIndexScan(query, now, {
    from: sql`public.forum_posts p`,
    where: [sql`p.deleted_at is null`, ...conditions],
    columns,
    categories: getCategories(query),
    limit,
  });
}

/** Finds IDs in the sort order's index on post_tags, then reads the posts. */
export function buildTaggedPostsQuery(
  query: PostListQuery,
  tag: string,
  now: Date,
  limit: number = (query.size ?? PAGE_SIZE) + 1,
): SQL {
  const { orderBy } = POST_ORDERS[query.sort];
  const ids = buildIndexScan(query, now, {
    from: sql`(select *, post_id as id from public.post_tags) p`,
    where: [sql`p.tag = lower(${tag})`],
    columns: sql`p.id, p.is_pinned, p.hot_rank, p.upvotes, p.created_at`,
    categories: getCategories(query),
    limit,
  });
  return sql`
    select ${CARD_COLUMNS} from (${ids}) tagged join public.forum_posts p on p.id = tagged.id order by ${orderBy}`;
}

/** The maximum number of posts scanned for a page of unanswered ones. */
const UNANSWERED_SCANNED_MAX = 500;

/** If the scanned posts contain fewer matches than a page needs, the list ends. */
export function buildUnansweredQuery(query: PostListQuery, now: Date): SQL {
  const scannedPosts =
    query.tag === null
      ? buildPostListQuery(query, now, [], { limit: UNANSWERED_SCANNED_MAX })
      : buildTaggedPostsQuery(query, query.tag, now, UNANSWERED_SCANNED_MAX);
  return sql`
    select p.* from (${scannedPosts}) p where p.comment_count = 0 and not p.is_locked
    order by ${POST_ORDERS[query.sort].orderBy} limit ${(query.size ?? PAGE_SIZE) + 1}`;
}

interface IndexScan {
  /** Rows with the alias p and the columns that the sort orders use. */
  readonly from: SQL;
  readonly where: readonly SQL[];
  readonly columns: SQL;
  /** Each category is scanned separately, in the index by category. If empty, the index of all posts is scanned. */
  readonly categories: readonly string[];
  readonly limit: number;
}

function buildIndexScan(query: PostListQuery, now: Date, scan: IndexScan): SQL {
  const { from, columns, categories, limit } = scan;
  const order = POST_ORDERS[query.sort];
  const conditions = [...scan.where, ...getPeriodConditions(query, now), ...getCursorConditions(query)];
  const scanIndex = (...where: SQL[]) => sql`
    select ${columns} from ${from}
    where ${sql.join([...conditions, ...where], sql` and `)}
    order by ${order.orderBy} limit ${limit}`;

  if (categories.length === 0) return scanIndex();
  if (categories.length === 1) return scanIndex(sql`p.category = ${categories[0]}`);
  const branches = categories.map((category) => sql`(${scanIndex(sql`p.category = ${category}`)})`);
  // Sorted branches under the same order and limit become a Merge Append, which reads only the rows it needs from
  // each category. The inner limit stops the planner from fetching and sorting all posts of a category.
  return sql`
    select p.* from (${sql.join(branches, sql` union all `)}) p order by ${order.orderBy} limit ${limit}`;
}
