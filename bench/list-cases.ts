import type pg from "pg";
import { FORUM_CHIPS, type PostCategory } from "#core/forum/categories.ts";
import { PAGE_SIZE } from "#core/forum/limits.ts";
import { POST_SORTS, type PostListQuery, type PostSort, type TopPeriod } from "#core/forum/types.ts";

/** A list as a visitor may ask for it. */
export interface ListCase {
  readonly name: string;
  readonly query: PostListQuery;
}

export type Place = "first" | "middle" | "last";

const ORDERS: readonly { name: string; sort: PostSort; period: TopPeriod }[] = [
  { name: "Hot", sort: "hot", period: "all" },
  { name: "New", sort: "new", period: "all" },
  { name: "Top", sort: "top", period: "all" },
  { name: "Top of the day", sort: "top", period: "day" },
  { name: "Top of the week", sort: "top", period: "week" },
  { name: "Top of the month", sort: "top", period: "month" },
];

const CHOICES: readonly { name: string; categories: readonly PostCategory[] }[] = [
  { name: "every category", categories: [] },
  { name: "one category", categories: ["trading"] },
  {
    name: "three categories",
    categories: FORUM_CHIPS.find((chip) => chip.value === "crypto")?.includes ?? [],
  },
];

const PLAIN = { tag: null, search: "", cursor: null } as const;

/** Every list that is no search, of all posts and of those with this tag. */
export function listCases(tag: string): ListCase[] {
  return [null, tag].flatMap((one) =>
    ORDERS.flatMap(({ name, sort, period }) =>
      CHOICES.map((choice) => ({
        name: `${name}, ${choice.name}${one === null ? "" : ", a tag"}`,
        query: { ...PLAIN, sort, period, categories: choice.categories, tag: one },
      })),
    ),
  );
}

/** A tag that is neither common nor rare: every twenty-fifth post has it, at every size. */
export async function chooseTag(pool: pg.Pool): Promise<string> {
  const [tag = ""] = await valuesOf(pool, "desc", "unnest(tags)");
  return tag;
}

/** What is searched for; the words are taken from the generated posts. */
const NARROWINGS = [
  "a common word",
  "a rare word",
  "two common words",
  "two words seldom together",
  "a misspelling",
  "a part of a word",
  "no word there is",
] as const;
type Narrowing = (typeof NARROWINGS)[number];

/** Searches: they have no budget yet. */
export const NARROWED_CASES = NARROWINGS.flatMap((kind) =>
  POST_SORTS.map((sort) => ({
    name: `${kind}, ${sort === "hot" ? "relevance" : sort}`,
    kind,
    sort,
  })),
);

/** What is typed for each narrowing. Commonness is a share of the posts, so that it is the same at every size. */
export async function chooseWords(pool: pg.Pool): Promise<Record<Narrowing, string>> {
  const common = await valuesOf(
    pool,
    "desc",
    "regexp_split_to_table(lower(split_part(title, ':', 2)), '[^a-z]+')",
  );
  // The made-up name at the head of a title: of four thousand names most are rare.
  const rare = await valuesOf(pool, "asc", "split_part(title, ':', 1)");
  const [first = "", second = ""] = common.filter((word) => word.length > 6);
  return {
    "a common word": first,
    "a rare word": rare[0] ?? "",
    "two common words": `${first} ${second}`,
    // In every eighth and every sixth of the generated texts, together in every fiftieth.
    "two words seldom together": "validator fees",
    "a misspelling": first.slice(0, 4) + first.slice(5),
    "a part of a word": first.slice(2),
    "no word there is": "xylophonic",
  };
}

/** The query of a narrowed list. */
export function narrowedQuery(
  { kind, sort }: (typeof NARROWED_CASES)[number],
  words: Readonly<Record<Narrowing, string>>,
): PostListQuery {
  return { ...PLAIN, sort, period: "all", categories: [], search: words[kind] };
}

/** The commonest or the rarest values among some of the posts. */
async function valuesOf(pool: pg.Pool, order: "asc" | "desc", value: string): Promise<string[]> {
  const { rows } = await pool.query<{ value: string }>(
    `select value from (
       select ${value} as value from (select title, tags from public.forum_posts order by id limit 20000) p
     ) found group by value order by count(*) ${order}, value limit 100`,
  );
  return rows.map((row) => row.value);
}

interface PlaceRow {
  readonly id: string;
  readonly is_pinned: boolean;
  readonly hot_rank: number;
  readonly upvotes: number;
  readonly micros: string;
}

/** How many posts a list has. */
export async function countList(pool: pg.Pool, query: PostListQuery, now: Date): Promise<number> {
  const { where, values } = conditionsOf(query, now);
  const { rows } = await pool.query<{ posts: number }>(
    `select count(*)::int as posts from public.forum_posts where ${where}`,
    values,
  );
  return rows[0]?.posts ?? 0;
}

/**
 * A cursor that stands right before the page with `skipped` posts above it, and the id that this page begins with.
 * Walking there page by page would take fifty thousand pages, so the cursor is made in the form that the list gives
 * out; the measurement compares the id, so that another form cannot go unnoticed.
 */
export async function cursorAt(
  pool: pg.Pool,
  query: PostListQuery,
  now: Date,
  skipped: number,
): Promise<{ cursor: string; nextId: string }> {
  const { where, values } = conditionsOf(query, now);
  const order = {
    hot: "is_pinned desc, hot_rank desc, id desc",
    new: "created_at desc, id desc",
    top: "upvotes desc, created_at desc, id desc",
  }[query.sort];
  const { rows } = await pool.query<PlaceRow>(
    `select id, is_pinned, hot_rank, upvotes, (extract(epoch from created_at) * 1000000)::int8 as micros
     from public.forum_posts where ${where} order by ${order} offset ${skipped - 1} limit 2`,
    values,
  );
  const [row, next] = rows;
  if (row === undefined || next === undefined) throw new Error(`The list has no ${skipped} posts.`);
  const keys = {
    hot: [row.is_pinned, row.hot_rank, row.id],
    new: [Number(row.micros), row.id],
    top: [row.upvotes, Number(row.micros), row.id],
  }[query.sort];
  return {
    cursor: Buffer.from(JSON.stringify([query.sort, ...keys])).toString("base64url"),
    nextId: next.id,
  };
}

/** How many posts stand above the page at a place; null where the list is too short to have it. */
export function skippedAt(place: Place, posts: number): number | null {
  if (place === "first") return 0;
  if (posts < 3 * PAGE_SIZE) return null;
  return place === "middle" ? Math.floor(posts / 2) : posts - PAGE_SIZE;
}

function conditionsOf({ categories, tag, sort, period }: PostListQuery, now: Date) {
  const days = sort !== "top" || period === "all" ? null : { day: 1, week: 7, month: 30 }[period];
  const since = days === null ? null : new Date(now.getTime() - days * 86_400_000);
  return {
    where: `deleted_at is null and (cardinality($1::text[]) = 0 or category = any ($1::text[]))
      and ($2::timestamptz is null or created_at >= $2) and ($3::text is null or tag_keys @> array[$3::text])`,
    values: [[...categories], since, tag],
  };
}
