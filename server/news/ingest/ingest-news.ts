import { sql } from "drizzle-orm";
import type { NewsDeps } from "../deps.ts";
import { ingestSource, type SourceOutcome } from "./ingest-source.ts";
import { markFlash } from "./mark-flash.ts";

export interface IngestOptions {
  /** The name of the only source to ingest, case-insensitive. */
  readonly source?: string;
  /** Whether to ingest sources that aren't due yet. */
  readonly force?: boolean;
  onOutcome?(outcome: SourceOutcome): void;
}

export interface IngestResult {
  readonly outcomes: readonly SourceOutcome[];
  /** Whether none of the due sources could be reached. False if none was due or a single source was requested. */
  readonly isOffline: boolean;
}

/** Ingests all due sources. If n sources hang, the others wait for at most n / concurrency + 1 timeouts. */
export async function ingestNews(deps: NewsDeps, options: IngestOptions = {}): Promise<IngestResult> {
  const ids = await listDueSourceIds(deps, options);
  const outcomes: SourceOutcome[] = [];
  const ingestQueued = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const outcome = await ingestSource(deps, id, { force: options.force ?? false });
      if (outcome === null) continue;
      outcomes.push(outcome);
      options.onOutcome?.(outcome);
    }
  };
  await Promise.all(Array.from({ length: deps.settings.concurrency }, ingestQueued));
  if (outcomes.length > 0) await markFlash(deps);
  return {
    outcomes,
    isOffline:
      options.source === undefined &&
      outcomes.length > 0 &&
      outcomes.every(({ isNetworkError }) => isNetworkError),
  };
}

/** Lists the IDs of the sources to ingest, in the order in which they are fetched. */
export async function listDueSourceIds(
  { database, clock }: NewsDeps,
  { source, force = false }: IngestOptions = {},
): Promise<string[]> {
  const { rows } = await database.db.execute<{ id: string }>(sql`
    select id from public.news_sources
    where is_enabled and is_listed is not false
      and (${force}::boolean or next_fetch_at <= ${clock.now().toISOString()}::timestamptz)
      and (${source ?? null}::text is null or lower(name) = lower(${source ?? null}::text))
    order by failures, next_fetch_at, id`);
  return rows.map(({ id }) => id);
}
