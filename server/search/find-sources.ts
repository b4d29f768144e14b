import { type SQL, sql } from "drizzle-orm";
import { prepareNamed } from "#server/database/index.ts";
import { LOWEST_ID } from "./find-words.ts";
import {
  type LargeKinds,
  nameStatement,
  SCANNED_DOCUMENTS_MAX,
  SOURCE_KINDS,
  type SourceDeps,
  type SourceKind,
} from "./read-large-kinds.ts";

export interface SourceConcept {
  readonly name: string;
  readonly forms: readonly string[];
}

export interface SourceCandidate {
  readonly kind: SourceKind;
  readonly id: string;
  readonly postId: string | null;
  /** The indexes of the concepts that occur in the document's title. */
  readonly titleHits: readonly number[];
  /** The indexes of the concepts that occur in the document's title or text. */
  readonly hits: readonly number[];
}

export interface SourceCandidates {
  readonly candidates: readonly SourceCandidate[];
  /** The index's lexemes for each form of each concept. */
  readonly lexemes: readonly (readonly (readonly string[])[])[];
}

/** The maximum number of candidates per kind. They are the documents with the most concepts. */
const CANDIDATES_MAX = 24;
/** The maximum number of matches to compare per kind. They are the newest documents with enough concepts. */
const MATCHES_READ_MAX = 300;
/** If this many documents have two of the concepts, documents with only one aren't read (as in search_found). */
const ENOUGH_WITH_TWO = 20;

type Row = {
  kind: SourceCandidate["kind"];
  id: string;
  post_id: string | null;
  title_hits: boolean[];
  hits: boolean[];
  lexemes: null;
};

/** The last row, which has only the lexemes of the forms. */
type LexemesRow = { [Name in Exclude<keyof Row, "lexemes">]: null } & { lexemes: string[][][] };

type Statement = ReturnType<typeof prepareNamed<Row | LexemesRow>>;
/** The prepared statements by name. A name depends on the number of concepts and on which kinds are large. */
const statements = new Map<string, Statement>();

/**
 * Finds documents with at least two of the concepts, or with the concept if only one is given. If few posts or articles
 * have two, those with one are found too. Runs one statement of bounded cost.
 */
export async function findSources(
  { database, readLargeKinds }: SourceDeps,
  concepts: readonly SourceConcept[],
): Promise<SourceCandidates> {
  if (concepts.length === 0) return { candidates: [], lexemes: [] };
  const largeKinds = await readLargeKinds();
  const name = nameStatement(`find-sources-${concepts.length}`, SOURCE_KINDS, largeKinds);
  const statement = statements.get(name) ?? prepareStatement(name, concepts.length, largeKinds);
  statements.set(name, statement);
  const formsByPlaceholder = Object.fromEntries(concepts.map(({ forms }, index) => [`c${index}`, forms]));
  const { rows } = await statement(database.reader, formsByPlaceholder);
  const toIndexes = (hits: readonly boolean[]) => hits.flatMap((hit, index) => (hit ? [index] : []));
  return {
    candidates: rows
      .filter((row) => row.kind !== null)
      .map((row) => ({
        kind: row.kind,
        id: row.id,
        postId: row.post_id,
        titleHits: toIndexes(row.title_hits),
        hits: toIndexes(row.hits),
      })),
    lexemes: rows.find(({ lexemes }) => lexemes !== null)?.lexemes ?? [],
  };
}

/** Prepares the statement for this number of concepts. The forms of concept n are the value of placeholder cn. */
function prepareStatement(name: string, conceptCount: number, largeKinds: LargeKinds): Statement {
  const names = Array.from({ length: conceptCount }, (_, index) => `c${index}`);
  const columns = names.map((name) => sql.raw(name));
  const parameters = names.map((name) => sql`${sql.placeholder(name)}::text[]`);
  const queries = parameters.map(
    (forms) => sql`(select string_agg(query::text, ' | ')::tsquery
      from (select plainto_tsquery('english', form) as query from unnest(${forms}) form) named where numnode(query) > 0)`,
  );
  const anyConcept = sql.join(columns, sql` || `);
  const twoConcepts =
    columns.length === 1
      ? anyConcept
      : sql.join(
          columns.flatMap((first, index) =>
            columns.slice(index + 1).map((second) => sql`(${first} && ${second})`),
          ),
          sql` || `,
        );
  const selectMatches = (kind: SourceKind, hasWider: boolean): SQL => {
    const documents = sql`public.${sql.raw(`search_${kind}s`)}`;
    if (!largeKinds.has(kind))
      return sql`
        select n.id, n.at, n.words from (
          select d.*, count(*) filter (where d.has_two) over () as two_count
          from (
            select r.*, r.words @@ q.two as has_two
            from (select d.id, d.at, d.words from ${documents} d order by d.at desc, d.id desc limit ${SCANNED_DOCUMENTS_MAX}) r
            where r.words @@ ${hasWider ? sql`q.one` : sql`q.two`}
            offset 0
          ) d
          order by d.has_two desc, d.at desc, d.id desc limit ${MATCHES_READ_MAX}
        ) n where n.has_two or n.two_count < ${ENOUGH_WITH_TWO}`;
    return sql`
      select d.id, d.at, d.words
      from public.search_found(${kind}, null, q.two, q.two, ${hasWider ? sql`q.one, q.one` : sql`null, null`},
        '-infinity', 'infinity', '-infinity', ${LOWEST_ID}, 'infinity', ${LOWEST_ID}, ${MATCHES_READ_MAX}, ${MATCHES_READ_MAX}) f
      join ${documents} d on d.kind = ${kind} and d.id = f.id
      where not f.is_end`;
  };
  const selectKind = (kind: SourceKind): SQL => {
    const buildHitsSql = (words: SQL) =>
      sql`array[${sql.join(
        columns.map((column) => sql`${words} @@ q.${column}`),
        sql`, `,
      )}]`;
    const isComment = kind === "comment";
    const hasWider = !isComment && columns.length > 1;
    // Compares copies in memory, because the stored words would be decompressed for each comparison.
    return sql`(select ${kind}::text as kind, r.id, ${isComment ? sql`t.post_id` : sql`null::uuid`} as post_id,
        r.title_hits, r.hits
      from (
        select l.id, l.at, ${isComment ? sql`'{}'::boolean[]` : buildHitsSql(sql`l.title`)} as title_hits,
          ${buildHitsSql(sql`l.words`)} as hits
        from q cross join lateral (
          select f.id, f.at, strip(f.words) as words, ${isComment ? sql`null` : sql`ts_filter(f.words, '{a}')`} as title
          from (${selectMatches(kind, hasWider)}) f
          offset 0
        ) l
      ) r
      ${isComment ? sql`join public.comments t on t.id = r.id and t.deleted_at is null` : sql``}
      order by cardinality(array_positions(r.hits, true)) + cardinality(array_positions(r.title_hits, true)) desc, r.at desc
      limit ${CANDIDATES_MAX})`;
  };
  return prepareNamed<Row | LexemesRow>(
    name,
    sql`
    with named as materialized (
      select ${sql.join(
        queries.map((query, index) => sql`coalesce(${query}, '') as ${columns[index]}`),
        sql`, `,
      )}
    ), q as materialized (select named.*, ${twoConcepts} as two, ${anyConcept} as one from named)
    select found.*, null::json as lexemes from (${sql.join(SOURCE_KINDS.map(selectKind), sql` union all `)}) found
    union all
    select null, null, null, null, null, ${sql`json_build_array(${sql.join(
      parameters.map(
        (forms) =>
          sql`(select json_agg(tsvector_to_array(to_tsvector('english', form)) order by position)
            from unnest(${forms}) with ordinality given (form, position))`,
      ),
      sql`, `,
    )})`}`,
  );
}
