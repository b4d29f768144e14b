import { sql } from "drizzle-orm";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { SearchDeps } from "./deps.ts";

export const SOURCE_KINDS = ["post", "article", "comment"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The kinds with more than SCANNED_DOCUMENTS_MAX documents. They are searched with the database's search functions. */
export type LargeKinds = ReadonlySet<SourceKind>;

/** The dependencies of searches for the sources of an answer. */
export interface SourceDeps extends Pick<SearchDeps, "database"> {
  readLargeKinds(): Promise<LargeKinds>;
}

/**
 * The documents of a kind that has at most this many are scanned in a plain query. The search functions suit any size,
 * but they take longer here, because PostgreSQL plans several statements for each call.
 */
export const SCANNED_DOCUMENTS_MAX = 2_000;
/** How long to cache the large kinds. If a kind becomes large in this time, only its newest documents are found. */
const TTL_MS = 600_000;

/** Creates a reader of the large kinds. They are cached, because counting took a tenth of a search's time. */
export function createLargeKindsReader({ database, clock }: Pick<SearchDeps, "database" | "clock">) {
  return memoizeWithTtl(
    async (): Promise<LargeKinds> => {
      const selects = SOURCE_KINDS.map(
        (kind) => sql`exists (select from public.${sql.raw(`search_${kind}s`)} d order by d.at desc, d.id desc
          offset ${SCANNED_DOCUMENTS_MAX} limit 1) as ${sql.raw(kind)}`,
      );
      const { rows } = await database.reader.execute<Record<SourceKind, boolean>>(
        sql`select ${sql.join(selects, sql`, `)}`,
      );
      return new Set(SOURCE_KINDS.filter((kind) => rows[0]?.[kind]));
    },
    { clock, ttlMs: TTL_MS },
  );
}

/** Names a prepared statement whose text depends on which of the kinds are large. */
export const nameStatement = (name: string, kinds: readonly SourceKind[], largeKinds: LargeKinds): string =>
  [name, ...kinds.filter((kind) => largeKinds.has(kind))].join("-");
