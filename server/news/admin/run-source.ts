import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsDeps } from "../deps.ts";
import { ingestSource, type SourceOutcome } from "../ingest/ingest-source.ts";
import { markFlash } from "../ingest/mark-flash.ts";

interface LockedSource {
  readonly [name: string]: unknown;
  readonly name: string;
  /** Whether the source is enabled and hasn't been dropped from the configured list. */
  readonly is_fetched: boolean;
}

async function lockSource(tx: Tx, id: string): Promise<LockedSource> {
  if (!isUuid(id)) throw new AppError("source_not_found");
  const { rows } = await tx.execute<LockedSource>(sql`
    select name, is_enabled and is_listed is not false as is_fetched
    from public.news_sources where id = ${id}::uuid for update`);
  const [source] = rows;
  if (!source) throw new AppError("source_not_found");
  return source;
}

/**
 * Pauses or resumes a source. A resumed source is fetched in the next run, even if it is no longer in the
 * configured list. Idempotent. Throws not_signed_in, access_denied, source_not_found.
 */
export async function setSourcePaused(
  { database, clock }: NewsDeps,
  viewer: Viewer,
  { id, isPaused }: { readonly id: string; readonly isPaused: boolean },
): Promise<void> {
  requireAdmin(viewer);
  const now = clock.now().toISOString();
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const { name, is_fetched } = await lockSource(tx, id);
    if (is_fetched !== isPaused) return;
    await tx.execute(
      isPaused
        ? sql`update public.news_sources set is_enabled = false, edited_at = ${now}::timestamptz
            where id = ${id}::uuid`
        : sql`update public.news_sources set is_enabled = true, edited_at = ${now}::timestamptz,
              is_listed = case when is_listed then true end, failures = 0, last_error = null,
              next_fetch_at = ${now}::timestamptz
            where id = ${id}::uuid`,
    );
    const target = { kind: "source", id, name } as const;
    await recordAuditEvent(tx, viewer, { action: isPaused ? "source.pause" : "source.resume", target });
  });
}

/**
 * Fetches a source even if it isn't due. Throws not_signed_in, access_denied, source_not_found (also if the source is
 * deleted or paused or gets another URL in the meantime), and invalid_input if it is already paused.
 */
export async function fetchSourceNow(deps: NewsDeps, viewer: Viewer, id: string): Promise<SourceOutcome> {
  requireAdmin(viewer);
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const { name, is_fetched } = await lockSource(tx, id);
    if (!is_fetched) {
      throw new AppError("invalid_input", { message: "This source is paused. Resume it first." });
    }
    await recordAuditEvent(tx, viewer, { action: "source.fetch", target: { kind: "source", id, name } });
  });
  const outcome = await ingestSource(deps, id, { force: true });
  if (outcome === null) throw new AppError("source_not_found");
  if (outcome.added + outcome.changed > 0) await markFlash(deps);
  return outcome;
}
