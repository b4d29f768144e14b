import { sql } from "drizzle-orm";
import { getProfilePath, isDeletedMember } from "#core/accounts/profile-path.ts";
import { AppError } from "#core/errors.ts";
import { buildSearchPath, cleanSearch } from "#core/search/kinds.ts";
import { SEARCH_CHARACTERS_MIN, SUGGESTIONS_MAX } from "#core/search/limits.ts";
import { type MatchTerms, markMatches } from "#core/search/mark-matches.ts";
import type { Suggestion } from "#core/search/types.ts";
import { toAddressGroup } from "#server/platform/client-address.ts";
import { memoizeUntilNotified } from "#server/platform/memoize.ts";
import { createBatchedLimit } from "#server/rate-limits/index.ts";
import type { SearchClient, SearchDeps } from "./deps.ts";
import { extractWords } from "./resolve-search.ts";

/** Maximum per kind. */
const PER_KIND_MAX = 4;
/** Enough for typing three letters a second for a minute. */
const LIMIT = { points: 180, durationSeconds: 60 };
const TAGS_CACHE_MS = 60_000;
/** Tags are taken from this many of the newest posts. */
const POSTS_READ_FOR_TAGS = 2000;

type Row = {
  kind: "post" | "article" | "person";
  id: string;
  label: string;
  avatar_url: string | null;
};

/**
 * Suggests posts and articles by words in their titles, members and tags. Runs one statement; tags are cached for a
 * minute.
 */
export function createSuggestions(
  deps: SearchDeps,
): (input: string, client?: SearchClient) => Promise<Suggestion[]> {
  const { database } = deps;
  const count = createBatchedLimit(deps, "search-suggestions", LIMIT);
  const readTags = memoizeUntilNotified(() => readRecentTags(deps), {
    ...deps,
    topics: ["forum"],
    ttlMs: TAGS_CACHE_MS,
  });
  return async (input, client) => {
    if (client && !(await count(toAddressGroup(client.address))).allowed)
      throw new AppError("too_many_requests");
    const text = cleanSearch(input).toLowerCase();
    const words = extractWords(text.replace(/\p{L}+:/gu, " "));
    const lastWord = words.at(-1);
    if (lastWord === undefined || words.join("").length < SEARCH_CHARACTERS_MIN) return [];
    const query = words.map((word) => (word === lastWord ? `'${word}':*` : `'${word}'`)).join(" & ");
    const [{ rows }, recentTags] = await Promise.all([
      database.reader.execute<Row>(suggestionsSql(query, words.join(" "), words)),
      readTags(),
    ]);
    const terms: MatchTerms = { stems: [], prefixes: words, words: [] };
    const results = rows
      .filter(({ kind, label }) => kind !== "person" || !isDeletedMember(label))
      .map((row) => presentSuggestion(row, terms));
    const tagged = recentTags
      .filter((tag) => tag.includes(words.join(" ")) || tag.startsWith(text.replace(/^#/, "")))
      .slice(0, 2)
      .map((tag) => presentTag(tag, terms));
    const isNamed = ({ label }: Suggestion) => label.some(({ isMatch }) => isMatch);
    const titled = results.filter(isNamed);
    return pickSuggestions([
      titled.filter(({ kind }) => kind === "post"),
      results.filter(({ kind }) => kind === "person"),
      tagged,
      titled.filter(({ kind }) => kind === "article"),
    ]);
  };
}

/** Takes two of each kind first, then fills up with more of the first kinds. Kinds stay together. */
function pickSuggestions(kinds: readonly (readonly Suggestion[])[]): Suggestion[] {
  const firstCounts = kinds.map((kind) => Math.min(2, kind.length));
  let free = SUGGESTIONS_MAX - firstCounts.reduce((sum, count) => sum + count, 0);
  return kinds.flatMap((kind, index) => {
    const firstCount = firstCounts[index] ?? 0;
    const extraCount = Math.min(free, kind.length - firstCount);
    free -= extraCount;
    return kind.slice(0, firstCount + extraCount);
  });
}

const suggestionsSql = (query: string, name: string, words: readonly string[]) => sql`
  with input as materialized (select to_tsquery('english', ${query}) as query)
  (select 'post' as kind, p.id, p.title as label, null as avatar_url
    from input, public.search_candidates('post', input.query, '-infinity', 'infinity') c
    join public.forum_posts p on p.id = c.id and p.deleted_at is null
    where numnode(input.query) > 0
    order by ts_filter(c.words, '{a}') @@ input.query desc, c.at desc, c.id desc limit ${PER_KIND_MAX})
  union all
  (select 'article', n.id, n.title, null
    from input, public.search_candidates('article', input.query, '-infinity', 'infinity') c
    join public.news_articles n on n.id = c.id
    where numnode(input.query) > 0
    order by ts_filter(c.words, '{a}') @@ input.query desc, c.at desc, c.id desc limit ${PER_KIND_MAX})
  union all
  (select 'person', p.id, p.username, p.avatar_url
    from public.search_people(${name}, ${sql.param(words)}::text[], 100) f
    join public.profiles p on p.id = f.id
    join auth.users u on u.id = f.id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
    where f.likeness >= 1 and not exists (select from auth.account_deletions d where d.user_id = f.id)
    order by f.likeness desc, p.karma desc, p.id limit ${PER_KIND_MAX})`;

async function readRecentTags({ database }: SearchDeps): Promise<string[]> {
  const { rows } = await database.reader.execute<{ tag: string }>(sql`
    select lower(tag) as tag from (
      select tags from public.forum_posts where deleted_at is null
      order by created_at desc, id desc limit ${POSTS_READ_FOR_TAGS}
    ) newest, unnest(tags) as tag
    group by 1 order by count(*) desc, 1 limit 500`);
  return rows.map(({ tag }) => tag);
}

function presentSuggestion({ kind, id, label, avatar_url }: Row, terms: MatchTerms): Suggestion {
  const paths = { post: `/forum/${id}`, article: `/news/${id}`, person: getProfilePath(label) };
  return { kind, label: markMatches(label, terms), path: paths[kind], avatarUrl: avatar_url };
}

function presentTag(tag: string, terms: MatchTerms): Suggestion {
  const search = tag.includes(" ") ? `tag:"${tag}"` : `tag:${tag}`;
  return {
    kind: "tag",
    label: markMatches(`#${tag}`, terms),
    path: buildSearchPath({ search }),
    avatarUrl: null,
  };
}
