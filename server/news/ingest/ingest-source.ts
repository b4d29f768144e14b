import { sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import { computeFetchDelay } from "#core/news/schedule.ts";
import { findExpectedError } from "#server/database/index.ts";
import type { NewsDeps } from "../deps.ts";
import { type FetchableSource, type FetchedFeed, fetchSource } from "./fetch-source.ts";
import { SourceError, toSourceError } from "./source-error.ts";
import { type StoreResult, storeArticles } from "./store-articles.ts";
import { lockNewsWrites } from "./write-lock.ts";

export interface SourceOutcome extends StoreResult {
  readonly name: string;
  readonly result: "ingested" | "unchanged" | "failed";
  /** The number of items that were skipped as empty, duplicate or unreadable. */
  readonly skipped: number;
  /** A lower-case clause that explains the failure, such as "it took too long to respond"; null on success. */
  readonly reason: string | null;
  readonly isNetworkError: boolean;
}

interface ClaimedSource extends FetchableSource {
  readonly id: string;
  readonly name: string;
  readonly category: NewsCategory;
  readonly interval_minutes: number | null;
  readonly failures: number;
}

/** After this time, another process may claim the source. */
const LEASE_MS = 5 * 60_000;
const NO_CHANGES: StoreResult = { added: 0, changed: 0, unchanged: 0, duplicates: 0 };

/**
 * Fetches a source and stores its articles. Returns null if the source is paused or deleted, if it isn't due or another
 * process has claimed it (neither matters with `force`), if its URL was changed during the fetch, or if `signal` aborted
 * the fetch.
 */
export async function ingestSource(
  deps: NewsDeps,
  id: string,
  { force = false, signal }: { force?: boolean; signal?: AbortSignal } = {},
): Promise<SourceOutcome | null> {
  const source = await claimSource(deps, id, force);
  if (source === null) return null;
  try {
    const fetchedFeed = await fetchSource(deps, source, signal);
    const feed =
      fetchedFeed.body === null
        ? null
        : await deps.reader.read({
            ...fetchedFeed.body,
            url: fetchedFeed.url,
            now: deps.clock.now().toISOString(),
          });
    const storeResult = await deps.database.db.transaction(async (tx) => {
      await lockNewsWrites(tx);
      // Discards the result if the source was deleted or its URL was changed during the fetch.
      const { rows } = await tx.execute(
        sql`select 1 from public.news_sources where ${isSameFeed(source)} for update`,
      );
      if (rows.length === 0) return null;
      const result =
        feed === null ? NO_CHANGES : await storeArticles(tx, source, feed.items, deps.clock.now());
      await tx.execute(buildSuccessUpdate(deps, source, fetchedFeed, feed?.ttl ?? null));
      return result;
    });
    if (storeResult === null) return null;
    return {
      name: source.name,
      result: feed === null ? "unchanged" : "ingested",
      ...storeResult,
      skipped: feed?.skipped ?? 0,
      reason: null,
      isNetworkError: false,
    };
  } catch (error) {
    if (signal?.aborted) return await releaseSource(deps, source);
    const problem = toSourceError(error);
    const isExpected = problem instanceof SourceError;
    // An outage of our database is not the source's fault: rethrow it, record nothing and retry on the next run.
    if (!isExpected && findExpectedError(error)?.code === "database_unavailable") throw error;
    // A bug must not affect other sources.
    if (!isExpected) deps.log.error({ err: error, source: source.name }, "could not ingest a news source");
    const reason = isExpected ? problem.message : "something went wrong on our side; we've logged it";
    if (!(await recordFailure(deps, source, reason, isExpected ? problem.requestedSeconds : null)))
      return null;
    return {
      name: source.name,
      result: "failed",
      ...NO_CHANGES,
      skipped: 0,
      reason,
      isNetworkError: isExpected && problem.isNetworkError,
    };
  }
}

/** Releases a source whose run was aborted by shutdown or by its timeout, without counting a failure. */
async function releaseSource({ database, clock }: NewsDeps, { id }: ClaimedSource): Promise<null> {
  await database.db.execute(sql`
    update public.news_sources set next_fetch_at = ${clock.now().toISOString()}::timestamptz
    where id = ${id}::uuid`);
  return null;
}

/** Claims a source in one statement, so that only one process can. */
async function claimSource({ database, clock }: NewsDeps, id: string, force: boolean) {
  const now = clock.now();
  const { rows } = await database.db.execute<ClaimedSource & Record<string, unknown>>(sql`
    update public.news_sources
    set next_fetch_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz,
      last_fetched_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid and is_enabled and is_listed is not false
      and (${force}::boolean or next_fetch_at <= ${now.toISOString()}::timestamptz)
    returning id, name, category, url, interval_minutes, failures, etag, last_modified, body_digest`);
  return rows[0] ?? null;
}

/** Whether the source still has the URL that was fetched. A new URL must be fetched right away, without old validators. */
const isSameFeed = ({ id, url }: ClaimedSource) => sql`id = ${id}::uuid and url = ${url}`;

function computeNextFetchTime(
  { settings, clock }: NewsDeps,
  source: ClaimedSource,
  failures: number,
  requestedSeconds: number | null,
): string {
  const delayMs = computeFetchDelay({
    failures,
    intervalMinutes: source.interval_minutes ?? settings.pollMinutes ?? 30,
    requestedSeconds,
    jitter: Math.random(),
  });
  return new Date(clock.now().getTime() + delayMs).toISOString();
}

function buildSuccessUpdate(
  deps: NewsDeps,
  source: ClaimedSource,
  fetchedFeed: FetchedFeed,
  ttl: number | null,
) {
  const requestedSeconds = Math.max(fetchedFeed.requestedSeconds ?? 0, (ttl ?? 0) * 60);
  return sql`
    update public.news_sources set failures = 0, last_error = null,
      last_succeeded_at = ${deps.clock.now().toISOString()}::timestamptz, etag = ${fetchedFeed.etag},
      last_modified = ${fetchedFeed.lastModified}, body_digest = ${fetchedFeed.digest},
      next_fetch_at = ${computeNextFetchTime(deps, source, 0, requestedSeconds)}::timestamptz
    where id = ${source.id}::uuid`;
}

/** Returns false if the source was deleted or its URL was changed during the fetch. */
async function recordFailure(
  deps: NewsDeps,
  source: ClaimedSource,
  reason: string,
  requestedSeconds: number | null,
): Promise<boolean> {
  const failures = source.failures + 1;
  const { rowCount } = await deps.database.db.execute(sql`
    update public.news_sources set failures = ${failures}, last_error = ${reason.slice(0, 500)},
      next_fetch_at = ${computeNextFetchTime(deps, source, failures, requestedSeconds)}::timestamptz
    where ${isSameFeed(source)}`);
  return rowCount === 1;
}
