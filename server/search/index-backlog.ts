import { sql } from "drizzle-orm";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import type { SearchDeps } from "./deps.ts";

const BATCH_SIZE = 5_000;

const TABLES = {
  post: { from: sql`public.forum_posts`, at: sql`t.created_at`, isVisible: sql`t.deleted_at is null` },
  comment: { from: sql`public.comments`, at: sql`t.created_at`, isVisible: sql`t.deleted_at is null` },
  article: { from: sql`public.news_articles`, at: sql`t.published_at`, isVisible: sql`t.hidden_at is null` },
} as const;
type Kind = keyof typeof TABLES;

/**
 * Indexes content that existed before the search index, newest first, one transaction per batch. Triggers index later
 * changes. Several processes may run this. Returns the number of documents indexed by this call.
 */
export async function indexBacklog({ database }: Pick<SearchDeps, "database">, signal?: AbortSignal) {
  let indexedCount = 0;
  for (;;) {
    const { rows } = await database.db.execute<{ kind: Kind }>(
      sql`select kind from public.search_indexing order by kind desc`,
    );
    const kind = rows[0]?.kind;
    if (kind === undefined || signal?.aborted) return indexedCount;
    indexedCount += await indexBatch(database, kind);
  }
}

async function indexBatch(database: SearchDeps["database"], kind: Kind): Promise<number> {
  const { from, at, isVisible } = TABLES[kind];
  return database.db.transaction(async (tx) => {
    // Waits while a member is anonymized, which also locks many posts or comments, but in a different order.
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.anonymizeMember})`);
    // A process that waits here continues after the other process's batch.
    const { rows: cursors } = await tx.execute<{ at: string | null; id: string | null }>(
      sql`select at::text, id from public.search_indexing where kind = ${kind} for update`,
    );
    const [cursor] = cursors;
    if (!cursor) return 0;
    await tx.execute(sql`set local statement_timeout = 0`);
    const before =
      cursor.at === null ? sql`true` : sql`(${at}, t.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;
    // Locks the rows, so that content that is being deleted isn't indexed afterwards.
    const { rows } = await tx.execute<{ count: number; at: string | null; id: string | null }>(sql`
      with batch as materialized (
        select t as source_row, t.id, ${at} as at from ${from} t where ${before} and ${isVisible} order by ${at} desc, t.id desc limit ${BATCH_SIZE} for share
      ),
      added as (
        insert into public.search_documents (kind, id, at, words)
        select ${kind}, b.id, b.at, public.search_words(b.source_row) from batch b
        on conflict (kind, id) do update set at = excluded.at, words = excluded.words
          where search_documents.words is distinct from excluded.words
      )
      select count(*)::int as count, (array_agg(at::text order by at, id))[1] as at, (array_agg(id order by at, id))[1] as id
      from batch`);
    const [batch] = rows;
    if (!batch || batch.count === 0) {
      await tx.execute(sql`delete from public.search_indexing where kind = ${kind}`);
      return 0;
    }
    await tx.execute(
      sql`update public.search_indexing set at = ${batch.at}::timestamptz, id = ${batch.id}::uuid where kind = ${kind}`,
    );
    return batch.count;
  });
}
