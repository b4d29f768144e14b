import { type SQL, sql } from "drizzle-orm";
import type { ParsedSearch } from "#core/search/parse-search.ts";
import { foldUsername, selectMemberUsernames, toUsernameSkeleton } from "#server/profiles/index.ts";
import { selectDocuments } from "./find-words.ts";

/**
 * Selects, for each name or prefix, the member who has or recently had it, and whether it is the name of an article's
 * author or source.
 */
export const selectAuthors = (names: readonly string[]) => sql`
  select given.position - 1 as position, member.id, exists (
      select from ${selectDocuments("article", buildLexemeSql(sql`'@' || lower(given.name)`), 1)}
    ) as "isNewsAuthor"
  from unnest(${sql.param(names)}::text[], ${sql.param(names.map((name) => toUsernameSkeleton(name.normalize("NFKC"))))}::text[],
    ${sql.param(names.map((name) => foldUsername(name.normalize("NFKC")) ?? ""))}::text[])
    with ordinality as given (name, skeleton, folded, position)
  left join lateral (
    select coalesce(
      (select p.id from ${selectMemberUsernames(sql`now()`)} named
        join public.profiles p on p.id = named.member_id
        join auth.users u on u.id = p.id and u.deleted_at is null
        where named.username_skeleton = given.skeleton or named.username_folded = given.folded
        order by named.is_current desc, p.username = given.name desc,
          (named.username_folded is not distinct from given.folded) desc limit 1),
      -- A prefix that matches only one member's name.
      (select (array_agg(prefixed.id))[1] from (
        select p.id from public.profiles p
        where lower(p.username) collate "C" >= lower(given.name) collate "C"
          and lower(p.username) collate "C" < lower(given.name) || U&'\\FFFD' collate "C" limit 2
      ) prefixed having count(*) = 1)
    ) as id
  ) member on true`;

/** Converts any text to a single lexeme. */
const buildLexemeSql = (text: SQL) => sql`public.search_lexeme(${text})`;

/**
 * Builds queries that must all match: one for each tag, one for all authors, one for all categories and one for each
 * excluded value.
 */
export function buildFilterQueries({ filters }: ParsedSearch, findMemberId: (name: string) => string | null) {
  const toQuery = ({ field, value }: (typeof filters)[number]): SQL => {
    if (field === "tag") return buildLexemeSql(sql`'#' || ${value}::text`);
    if (field === "category") return buildLexemeSql(sql`'=' || ${value}::text`);
    const byName = buildLexemeSql(sql`'@' || ${value.toLowerCase()}::text`);
    const id = findMemberId(value);
    return id === null ? byName : sql`(${byName} || ${buildLexemeSql(sql`'@' || ${id}::text`)})`;
  };
  const buildAnyOfQuery = (field: "author" | "category") => {
    const queries = filters.filter((filter) => filter.field === field && !filter.isExcluded).map(toQuery);
    return queries.length === 0 ? null : sql`(${sql.join(queries, sql` || `)})`;
  };
  return [
    ...filters.filter(({ field, isExcluded }) => field === "tag" && !isExcluded).map(toQuery),
    buildAnyOfQuery("author"),
    buildAnyOfQuery("category"),
    ...filters.filter(({ isExcluded }) => isExcluded).map((filter) => sql`!!${toQuery(filter)}`),
  ];
}
