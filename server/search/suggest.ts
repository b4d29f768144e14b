import { type SQL, sql } from "drizzle-orm";
import { getProfilePath, isDeletedMember } from "#core/accounts/profile-path.ts";
import { AppError } from "#core/errors.ts";
import { buildSearchPath, cleanSearch } from "#core/search/kinds.ts";
import { SEARCH_CHARACTERS_MIN, SUGGESTIONS_MAX } from "#core/search/limits.ts";
import { type MatchTerms, markMatches } from "#core/search/mark-matches.ts";
import { rankCorrections } from "#core/search/rank-corrections.ts";
import type { Suggestion } from "#core/search/types.ts";
import { toAddressGroup } from "#server/platform/client-address.ts";
import { memoizeUntilAnnounced } from "#server/platform/memoize.ts";
import { createBatchedLimit } from "#server/rate-limits/index.ts";
import type { SearchClient, SearchDeps } from "./deps.ts";
import { LOWEST_ID, selectWords, type WordRow } from "./find-words.ts";
import { TARGET_JOINS } from "./rank-matches.ts";
import { extractWords, quoteWord, SIMILAR_MAX } from "./resolve-search.ts";

/** The maximum number of suggestions of each kind. */
const PER_KIND_MAX = 4;
/** The maximum number of matches of each kind to read. Those whose titles match are preferred. */
const MATCHES_READ_MAX = 200;
/** How many of the newest documents of each kind to search before using the index. */
const RECENT_READ_MAX = 2000;
/** A stem can be this many letters shorter than its word: the stem of "tokenizations" is "token". */
const ENDING_MAX = 8;
const STEM_MIN = 3;
/** The limit per client, which is enough for typing three letters a second for a minute. */
const LIMIT = { points: 180, durationSeconds: 60 };
const TAGS_CACHE_MS = 60_000;
/** Tags are taken from this many of the newest posts. */
const POSTS_READ_FOR_TAGS = 2000;

type Row = {
  kind: "post" | "article" | "member";
  id: string;
  label: string;
  avatar_url: string | null;
};

/**
 * Creates a function that suggests results for text in the search field. It runs one statement besides the cached one
 * for tags, and up to two more to correct misspellings if no title matches.
 */
export function createSuggester(deps: SearchDeps) {
  const { database } = deps;
  const consume = createBatchedLimit(deps, "search-suggestions", LIMIT);
  const readTags = memoizeUntilAnnounced(() => readRecentTags(deps), {
    ...deps,
    topics: ["forum"],
    ttlMs: TAGS_CACHE_MS,
  });
  return async (input: string, client?: SearchClient) => {
    if (client && !(await consume(toAddressGroup(client.address))).allowed)
      throw new AppError("too_many_requests");
    const text = cleanSearch(input).toLowerCase();
    const words = extractWords(text.replace(/(?<!\p{L})\p{L}+:/gu, " "));
    const lastWord = words.at(-1);
    if (lastWord === undefined || words.join("").length < SEARCH_CHARACTERS_MIN) return [];
    const [exactMatches, recentTags] = await Promise.all([
      database.reader.execute<Row>(sql`${selectByTitle(words)} union all ${selectMembers(words)}`),
      readTags(),
    ]);
    const terms: MatchTerms = { stems: [], prefixes: words, words: [] };
    const present = (rows: readonly Row[], shownTerms: MatchTerms) =>
      rows
        .filter(({ kind, label }) => kind !== "member" || !isDeletedMember(label))
        .map((row) => presentSuggestion(row, shownTerms))
        .filter(({ kind, label }) => kind === "member" || label.some(({ isMatch }) => isMatch));
    const results = present(exactMatches.rows, terms);
    if (results.every(({ kind }) => kind === "member")) {
      const similar = await findSimilarWords(deps, words);
      if (similar.size > 0) {
        const { rows } = await database.reader.execute<Row>(selectByTitle(words, similar));
        results.push(...present(rows, { ...terms, words: [...similar.values()].flat() }));
      }
    }
    const tagSuggestions = recentTags
      .filter((tag) => tag.includes(words.join(" ")) || tag.startsWith(text.replace(/^#/, "")))
      .slice(0, 2)
      .map((tag) => presentTag(tag, terms));
    const pick = (pickedKind: Suggestion["kind"]) => results.filter(({ kind }) => kind === pickedKind);
    return pickSuggestions([pick("post"), pick("member"), tagSuggestions, pick("article")]);
  };
}

/** Picks up to two suggestions of each group, then more of the first groups. The order of the groups stays the same. */
function pickSuggestions(groups: readonly (readonly Suggestion[])[]): Suggestion[] {
  const firstCounts = groups.map((group) => Math.min(2, group.length));
  let freeSlots = SUGGESTIONS_MAX - firstCounts.reduce((sum, count) => sum + count, 0);
  return groups.flatMap((group, index) => {
    const firstCount = firstCounts[index] ?? 0;
    const extraCount = Math.min(freeSlots, group.length - firstCount);
    freeSlots -= extraCount;
    return group.slice(0, firstCount + extraCount);
  });
}

/** Finds similar words for each word that may be misspelled. */
async function findSimilarWords({ database }: SearchDeps, words: readonly string[]) {
  const { rows } = await database.reader.execute<WordRow & { position: string }>(
    selectWords(words, ["post", "comment", "article"], true),
  );
  return new Map(
    rows
      .map(({ word, similar }) => [word, rankCorrections(word, similar, SIMILAR_MAX)] as const)
      .filter(([, similar]) => similar.length > 0),
  );
}

/** Selects posts and articles with these words, preferably in the title. The last word may be incomplete. */
function selectByTitle(
  words: readonly string[],
  similar: ReadonlyMap<string, readonly string[]> = new Map(),
) {
  const lastWord = words.at(-1) ?? "";
  const addSimilar = (word: string, term: string) =>
    `(${[term, ...(similar.get(word) ?? []).map(quoteWord)].join(" | ")})`;
  const groups = words.map((word) => addSimilar(word, `${quoteWord(word)}${word === lastWord ? ":*" : ""}`));
  const completeWords = sql`to_tsquery('public.search', ${groups.slice(0, -1).join(" & ")})`;
  // The stem of the incomplete word could end differently than the stem of the complete one.
  const typedTerms = [`${quoteWord(lastWord)}:*`, ...listShorterStems(lastWord).map(quoteWord)].join(" | ");
  const lastQuery = sql`(to_tsquery('simple', ${typedTerms}) || to_tsquery('public.search', ${groups.at(-1)}))`;
  const query = words.length > 1 ? sql`(${completeWords} && ${lastQuery})` : lastQuery;
  const anyPosition = sql`'-infinity', ${LOWEST_ID}, 'infinity', ${LOWEST_ID}`;
  // Searches the newest documents first, because the index would collect all words that start with the last word.
  const kindQueries = (["post", "article"] as const).map(
    (kind) => sql`
      (with recent as materialized (
        select id from public.search_recent(${kind}, ${query}, ${anyPosition}, ${RECENT_READ_MAX}, ${MATCHES_READ_MAX})
      ),
      f as (
        select id from recent
        union
        select id from public.search_ids(${kind}, ${query}, ${query}, ${anyPosition}, ${MATCHES_READ_MAX}, ${MATCHES_READ_MAX})
        where not is_end and (select count(*) < ${PER_KIND_MAX} from recent)
      )
      select ${kind}::text as kind, t.id, t.title as label, null as avatar_url
        from f join public.${sql.raw(`search_${kind}s`)} d on d.kind = ${kind} and d.id = f.id ${TARGET_JOINS[kind]}
        order by t.title ~* ${`\\m${lastWord}`} desc, ts_filter(d.words, '{a}') @@ ${query} desc, d.at desc, d.id desc limit ${PER_KIND_MAX})`,
  );
  return sql.join(kindQueries, sql` union all `);
}

/** Documents contain stems: searching for "academi" as a prefix wouldn't find "academ", the stem of "academic". */
function listShorterStems(word: string): string[] {
  const lengths = Array.from({ length: ENDING_MAX }, (_, index) => word.length - 1 - index);
  return lengths.filter((length) => length >= STEM_MIN).map((length) => word.slice(0, length));
}

const selectMembers = (words: readonly string[]): SQL => sql`
  (select 'member', p.id, p.username, p.avatar_url
    from public.search_people(${words.join(" ")}, ${sql.param(words)}::text[], 100) f
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
  const paths = { post: `/forum/${id}`, article: `/news/${id}`, member: getProfilePath(label) };
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
