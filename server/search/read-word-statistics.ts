import { sql } from "drizzle-orm";
import type { Clock } from "#server/platform/clock.ts";
import { memoizeWithTtl } from "#server/platform/memoize.ts";
import type { SearchDeps } from "./deps.ts";

export interface WordStatistics {
  /** Returns how rare the rarest lexeme is: 0 if every document has it, and about 5 to 8 if a single one does. */
  computeRarity(lexemes: readonly string[]): number;
}

/** The number of newest documents of each kind to sample. They are enough to estimate how common a word is. */
const SAMPLE_SIZE = 1_500;
const TTL_MS = 600_000;

/** Creates a reader of word statistics, which are computed from the newest documents and cached for ten minutes. */
export function createWordStatisticsReader(deps: Pick<SearchDeps, "database"> & { readonly clock: Clock }) {
  return memoizeWithTtl(() => readStatistics(deps), { clock: deps.clock, ttlMs: TTL_MS });
}

async function readStatistics({ database }: Pick<SearchDeps, "database">): Promise<WordStatistics> {
  const selectNewest = (kind: string) =>
    `(select words from public.search_documents where kind = '${kind}' order by at desc, id desc limit ${SAMPLE_SIZE})`;
  const sample = ["post", "comment", "article"].map(selectNewest).join(" union all ");
  const { rows } = await database.reader.execute<{ word: string; count: number }>(sql`
    select word, ndoc as count from ts_stat(${sample}) where word !~ '^[#=@~]' and ndoc > 1`);
  const { rows: totals } = await database.reader.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.raw(sample)}) sampled`,
  );
  const total = totals[0]?.total ?? 0;
  const counts = new Map(rows.map(({ word, count }) => [word, count]));
  return {
    computeRarity(lexemes) {
      const count = Math.min(...lexemes.map((lexeme) => counts.get(lexeme) ?? 1));
      return Math.log(1 + (total - count + 0.5) / (count + 0.5));
    },
  };
}
