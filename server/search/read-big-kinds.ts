import { sql } from "drizzle-orm";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { SearchDeps } from "./deps.ts";

export const SOURCE_KINDS = ["post", "article", "comment"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The kinds with too many documents to be read directly. */
export type BigKinds = ReadonlySet<SourceKind>;

/** What a search for the sources of an answer needs. */
export interface SourceDeps extends Pick<SearchDeps, "database"> {
  readBigKinds(): Promise<BigKinds>;
}

/**
 * A kind with at most this many documents is read directly. The search functions suit any size, but plan several
 * statements, which takes longer.
 */
export const NEWEST_READ_MAX = 2_000;
/** How long to cache the big kinds. If a kind becomes big in this time, only its newest documents are found. */
const TTL_MS = 600_000;

/** Creates a reader of the kinds that are big. They are cached, because counting took a tenth of a search's time. */
export function createBigKindsReader({ database, clock }: Pick<SearchDeps, "database" | "clock">) {
  return memoizeWithTtl(
    async (): Promise<BigKinds> => {
      const selects = SOURCE_KINDS.map(
        (kind) => sql`exists (select from public.${sql.raw(`search_${kind}s`)} d order by d.at desc, d.id desc
          offset ${NEWEST_READ_MAX} limit 1) as ${sql.raw(kind)}`,
      );
      const { rows } = await database.reader.execute<Record<SourceKind, boolean>>(
        sql`select ${sql.join(selects, sql`, `)}`,
      );
      return new Set(SOURCE_KINDS.filter((kind) => rows[0]?.[kind]));
    },
    { clock, ttlMs: TTL_MS },
  );
}

/** Names a prepared statement whose text depends on which of the kinds are big. */
export const nameStatement = (name: string, kinds: readonly SourceKind[], bigKinds: BigKinds): string =>
  [name, ...kinds.filter((kind) => bigKinds.has(kind))].join("-");
