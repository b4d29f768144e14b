import type pg from "pg";
import type { PostCategory } from "#core/forum/categories.ts";
import { FORUM_CHIPS } from "#core/forum/category-chips.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import { POST_SORTS, type PostListQuery, type PostSort, type TopPeriod } from "#core/forum/types.ts";

/** A list that a visitor may request. */
export interface ListCase {
  readonly name: string;
  readonly query: PostListQuery;
}

export type Position = "first" | "middle" | "last";

const ORDERS: readonly { name: string; sort: PostSort; period: TopPeriod }[] = [
  { name: "Hot", sort: "hot", period: "all" },
  { name: "New", sort: "new", period: "all" },
  { name: "Top", sort: "top", period: "all" },
  { name: "Top of the day", sort: "top", period: "day" },
  { name: "Top of the week", sort: "top", period: "week" },
  { name: "Top of the month", sort: "top", period: "month" },
];

const CATEGORY_CHOICES: readonly { name: string; categories: readonly PostCategory[] }[] = [
  { name: "every category", categories: [] },
  { name: "one category", categories: ["trading"] },
  {
    name: "three categories",
    categories: FORUM_CHIPS.find((chip) => chip.value === "crypto")?.includes ?? [],
  },
];

const BASE_QUERY = { tag: null, search: "", cursor: null } as const;

/** Lists all cases without a search, for all posts and for this tag. */
export function listCases(tag: string): ListCase[] {
  return [null, tag].flatMap((chosenTag) =>
    ORDERS.flatMap(({ name, sort, period }) =>
      CATEGORY_CHOICES.map((choice) => ({
        name: `${name}, ${choice.name}${chosenTag === null ? "" : ", a tag"}`,
        query: { ...BASE_QUERY, sort, period, categories: choice.categories, tag: chosenTag },
      })),
    ),
  );
}

/** The most common tag. At every size, about one in twenty-five posts has it. */
export async function chooseTag(pool: pg.Pool): Promise<string> {
  const [tag = ""] = await listValues(pool, "desc", "unnest(tags)");
  return tag;
}

/** Kinds of search terms, for searches of the generated posts. */
const SEARCH_TERM_KINDS = [
  "a common word",
  "a rare word",
  "two common words",
  "two words rarely together",
  "a misspelling",
  "part of a word",
  "a nonexistent word",
] as const;
type SearchTermKind = (typeof SEARCH_TERM_KINDS)[number];

/** Lists narrowed by a search. They have no budget. */
export const NARROWED_CASES = SEARCH_TERM_KINDS.flatMap((kind) =>
  POST_SORTS.map((sort) => ({
    name: `${kind}, ${sort === "hot" ? "relevance" : sort}`,
    kind,
    sort,
  })),
);

/**
 * Chooses the search text for each kind. Frequencies are relative to the number of posts, so they are the same at
 * every size.
 */
export async function chooseTerms(pool: pg.Pool): Promise<Record<SearchTermKind, string>> {
  const commonWords = await listValues(
    pool,
    "desc",
    "regexp_split_to_table(lower(split_part(title, ':', 2)), '[^a-z]+')",
  );
  // The generated name at the start of a title. Most of the four thousand names are rare.
  const rareNames = await listValues(pool, "asc", "split_part(title, ':', 1)");
  const [firstWord = "", secondWord = ""] = commonWords.filter((word) => word.length > 6);
  return {
    "a common word": firstWord,
    "a rare word": rareNames[0] ?? "",
    "two common words": `${firstWord} ${secondWord}`,
    // One word is in one in eight posts, the other in one in six, and both are in one in fifty.
    "two words rarely together": "validator fees",
    "a misspelling": firstWord.slice(0, 4) + firstWord.slice(5),
    "part of a word": firstWord.slice(2),
    "a nonexistent word": "xylophonic",
  };
}

export function buildNarrowedQuery(
  { kind, sort }: (typeof NARROWED_CASES)[number],
  terms: Readonly<Record<SearchTermKind, string>>,
): PostListQuery {
  return { ...BASE_QUERY, sort, period: "all", categories: [], search: terms[kind] };
}

/** The most or least common values of an SQL expression among some of the posts. */
async function listValues(pool: pg.Pool, order: "asc" | "desc", expression: string): Promise<string[]> {
  const { rows } = await pool.query<{ value: string }>(
    `select value from (
       select ${expression} as value from (select title, tags from public.forum_posts order by id limit 20000) p
     ) found group by value order by count(*) ${order}, value limit 100`,
  );
  return rows.map((row) => row.value);
}

interface PositionRow {
  readonly id: string;
  readonly is_pinned: boolean;
  readonly hot_rank: number;
  readonly upvotes: number;
  readonly micros: string;
}

/** Counts the posts in a list. */
export async function countListPosts(pool: pg.Pool, query: PostListQuery, now: Date): Promise<number> {
  const { where, values } = buildConditions(query, now);
  const { rows } = await pool.query<{ post_count: number }>(
    `select count(*)::int as post_count from public.forum_posts where ${where}`,
    values,
  );
  return rows[0]?.post_count ?? 0;
}

/**
 * Builds a cursor after `skippedCount` posts, and finds the ID of the next post. Paging to that position could take
 * fifty thousand requests, so the cursor is built in the list's own format. The benchmark checks that the page starts
 * with that ID, to detect changes to the format.
 */
export async function findCursorAt(
  pool: pg.Pool,
  query: PostListQuery,
  now: Date,
  skippedCount: number,
): Promise<{ cursor: string; nextId: string }> {
  const { where, values } = buildConditions(query, now);
  const order = {
    hot: "is_pinned desc, hot_rank desc, id desc",
    new: "created_at desc, id desc",
    top: "upvotes desc, created_at desc, id desc",
  }[query.sort];
  const { rows } = await pool.query<PositionRow>(
    `select id, is_pinned, hot_rank, upvotes, (extract(epoch from created_at) * 1000000)::int8 as micros
     from public.forum_posts where ${where} order by ${order} offset ${skippedCount - 1} limit 2`,
    values,
  );
  const [row, nextRow] = rows;
  if (row === undefined || nextRow === undefined)
    throw new Error(`The list has no post after the first ${skippedCount}.`);
  const keys = {
    hot: [row.is_pinned, row.hot_rank, row.id],
    new: [Number(row.micros), row.id],
    top: [row.upvotes, Number(row.micros), row.id],
  }[query.sort];
  return {
    cursor: Buffer.from(JSON.stringify([query.sort, ...keys])).toString("base64url"),
    nextId: nextRow.id,
  };
}

/** The number of posts before the page at a position; null if the list is too short. */
export function countSkippedPosts(position: Position, postCount: number): number | null {
  if (position === "first") return 0;
  if (postCount < 3 * PAGE_SIZE) return null;
  return position === "middle" ? Math.floor(postCount / 2) : postCount - PAGE_SIZE;
}

function buildConditions({ categories, tag, sort, period }: PostListQuery, now: Date) {
  const days = sort !== "top" || period === "all" ? null : { day: 1, week: 7, month: 30 }[period];
  const since = days === null ? null : new Date(now.getTime() - days * 86_400_000);
  return {
    where: `deleted_at is null and (cardinality($1::text[]) = 0 or category = any ($1::text[]))
      and ($2::timestamptz is null or created_at >= $2) and ($3::text is null or tag_keys @> array[$3::text])`,
    values: [[...categories], since, tag],
  };
}
