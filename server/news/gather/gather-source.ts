import { sql } from "drizzle-orm";
import type { NewsCategory } from "#core/news/categories.ts";
import { waitAfterFetch } from "#core/news/schedule.ts";
import { expectedError } from "#server/database/index.ts";
import type { NewsDeps } from "../deps.ts";
import { type FetchableSource, type FetchedFeed, fetchSource } from "./fetch-source.ts";
import { type KeptArticles, keepArticles } from "./keep-articles.ts";
import { asSourceError, SourceError } from "./source-error.ts";
import { lockNewsWrites } from "./write-lock.ts";

export interface SourceOutcome extends KeptArticles {
  readonly name: string;
  readonly result: "gathered" | "unchanged" | "refused";
  /** Items that could not be used. */
  readonly skipped: number;
  /** Why it was refused: a clause about "it". */
  readonly reason: string | null;
  readonly isNetwork: boolean;
}

interface TakenSource extends FetchableSource {
  readonly id: string;
  readonly name: string;
  readonly category: NewsCategory;
  readonly interval_minutes: number | null;
  readonly failures: number;
}

/** How long a source stays with the program that took it; then another may try. */
const LEASE_MS = 5 * 60_000;
const NOTHING: KeptArticles = { added: 0, changed: 0, unchanged: 0, elsewhere: 0 };

/**
 * Takes a source's turn, fetches it, keeps its articles and says when it comes next. Null when it is not due, switched
 * off, deleted, another program has it or `signal` ended it; with `now` it is taken whether it is due or not. What is wrong with a source is
 * an outcome and a row's figure, never an error; it throws when the database has gone.
 */
export async function gatherSource(
  deps: NewsDeps,
  id: string,
  { now: isAsked = false, signal }: { now?: boolean; signal?: AbortSignal } = {},
): Promise<SourceOutcome | null> {
  const source = await takeSource(deps, id, isAsked);
  if (source === null) return null;
  try {
    const fetched = await fetchSource(deps, source, signal);
    const feed =
      fetched.body === null
        ? null
        : await deps.reader.read({
            ...fetched.body,
            url: fetched.url,
            now: deps.clock.now().toISOString(),
          });
    const kept = await deps.database.db.transaction(async (tx) => {
      await lockNewsWrites(tx);
      // Deleted while it was fetched: nobody wants what it brought.
      const { rows } = await tx.execute(
        sql`select 1 from public.news_sources where id = ${source.id}::uuid for update`,
      );
      if (rows.length === 0) return null;
      const articles = feed === null ? NOTHING : await keepArticles(tx, source, feed.items, deps.clock.now());
      await tx.execute(wentWell(deps, source, fetched, feed?.ttl ?? null));
      return articles;
    });
    if (kept === null) return null;
    return {
      name: source.name,
      result: feed === null ? "unchanged" : "gathered",
      ...kept,
      skipped: feed?.skipped ?? 0,
      reason: null,
      isNetwork: false,
    };
  } catch (error) {
    if (signal?.aborted) return await giveBack(deps, source);
    const problem = asSourceError(error);
    const isExpected = problem instanceof SourceError;
    // No source can help it that our own database has gone, and its turn comes again.
    if (!isExpected && expectedError(error)?.code === "database_unavailable") throw error;
    // A bug of ours in one source is written down, and is no other source's matter.
    if (!isExpected) deps.log.error({ err: error, source: source.name }, "a source could not be gathered");
    const reason = isExpected ? problem.message : "something went wrong here and has been written down";
    await noteFailure(deps, source, reason, isExpected ? problem.askedSeconds : null);
    return {
      name: source.name,
      result: "refused",
      ...NOTHING,
      skipped: 0,
      reason,
      isNetwork: isExpected && problem.isNetwork,
    };
  }
}

/** A program that stops leaves the turn to the next, and it is no failure of the source's. */
async function giveBack({ database, clock }: NewsDeps, { id }: TakenSource): Promise<null> {
  await database.db.execute(sql`
    update public.news_sources set next_fetch_at = ${clock.now().toISOString()}::timestamptz
    where id = ${id}::uuid`);
  return null;
}

/** One statement, so that of several programs one gets it. */
async function takeSource(
  { database, clock }: NewsDeps,
  id: string,
  isAsked: boolean,
): Promise<TakenSource | null> {
  const now = clock.now();
  const { rows } = await database.db.execute<TakenSource & Record<string, unknown>>(sql`
    update public.news_sources
    set next_fetch_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz,
      last_fetched_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid and is_enabled and is_listed is not false
      and (${isAsked}::boolean or next_fetch_at <= ${now.toISOString()}::timestamptz)
    returning id, name, category, address, interval_minutes, failures, etag, last_modified, body_digest`);
  return rows[0] ?? null;
}

function nextFetch(
  { settings, clock }: NewsDeps,
  source: TakenSource,
  failures: number,
  askedSeconds: number | null,
): string {
  const wait = waitAfterFetch({
    failures,
    intervalMinutes: source.interval_minutes ?? settings.pollMinutes ?? 30,
    askedSeconds,
    spread: Math.random(),
  });
  return new Date(clock.now().getTime() + wait).toISOString();
}

function wentWell(deps: NewsDeps, source: TakenSource, fetched: FetchedFeed, ttl: number | null) {
  const asked = Math.max(fetched.askedSeconds ?? 0, (ttl ?? 0) * 60);
  return sql`
    update public.news_sources set failures = 0, last_error = null,
      last_succeeded_at = ${deps.clock.now().toISOString()}::timestamptz, etag = ${fetched.etag},
      last_modified = ${fetched.lastModified}, body_digest = ${fetched.digest},
      next_fetch_at = ${nextFetch(deps, source, 0, asked)}::timestamptz
    where id = ${source.id}::uuid`;
}

async function noteFailure(
  deps: NewsDeps,
  source: TakenSource,
  reason: string,
  askedSeconds: number | null,
): Promise<void> {
  const failures = source.failures + 1;
  await deps.database.db.execute(sql`
    update public.news_sources set failures = ${failures}, last_error = ${reason.slice(0, 500)},
      next_fetch_at = ${nextFetch(deps, source, failures, askedSeconds)}::timestamptz
    where id = ${source.id}::uuid`);
}
