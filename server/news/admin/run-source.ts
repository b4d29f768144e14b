import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAct } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { holdOffice } from "#server/profiles/index.ts";
import { isUuid, type NewsDeps } from "../deps.ts";
import { gatherSource, type SourceOutcome } from "../gather/gather-source.ts";
import { markFlash } from "../gather/mark-flash.ts";

interface HeldSource {
  readonly [name: string]: unknown;
  readonly name: string;
  /** As screens say it: switched on, and not dropped from the site's list. */
  readonly is_fetched: boolean;
}

async function holdSource(tx: Tx, id: string): Promise<HeldSource> {
  if (!isUuid(id)) throw new AppError("source_not_found");
  const { rows } = await tx.execute<HeldSource>(sql`
    select name, is_enabled and is_listed is not false as is_fetched
    from public.news_sources where id = ${id}::uuid for update`);
  const [source] = rows;
  if (!source) throw new AppError("source_not_found");
  return source;
}

/**
 * Switches a feed off or on; on, it begins anew with the next turn, also one that the site's list has dropped. A second
 * time nothing happens. Throws not_signed_in, access_denied, source_not_found.
 */
export async function pauseSource(
  { database, clock }: Pick<NewsDeps, "database" | "clock">,
  viewer: Viewer,
  { id, on }: { readonly id: string; readonly on: boolean },
): Promise<void> {
  requireAdmin(viewer);
  const now = clock.now().toISOString();
  await database.db.transaction(async (tx) => {
    await holdOffice(tx, viewer, clock.now());
    const { name, is_fetched } = await holdSource(tx, id);
    if (is_fetched !== on) return;
    await tx.execute(
      on
        ? sql`update public.news_sources set is_enabled = false, edited_at = ${now}::timestamptz
            where id = ${id}::uuid`
        : sql`update public.news_sources set is_enabled = true, edited_at = ${now}::timestamptz,
              is_listed = case when is_listed then true end, failures = 0, last_error = null,
              next_fetch_at = ${now}::timestamptz
            where id = ${id}::uuid`,
    );
    const thing = { kind: "source", id, name } as const;
    await recordAct(tx, viewer, { act: on ? "source.pause" : "source.resume", thing });
  });
}

/**
 * Fetches a feed at once, whether it is due or not, and says what came of it. Throws not_signed_in, access_denied,
 * source_not_found, also for one that was deleted meanwhile, and invalid_input for one that rests.
 */
export async function fetchSourceNow(deps: NewsDeps, viewer: Viewer, id: string): Promise<SourceOutcome> {
  requireAdmin(viewer);
  await deps.database.db.transaction(async (tx) => {
    await holdOffice(tx, viewer, deps.clock.now());
    const { name, is_fetched } = await holdSource(tx, id);
    if (!is_fetched) {
      throw new AppError("invalid_input", { message: "This source is paused. Resume it first." });
    }
    await recordAct(tx, viewer, { act: "source.fetch", thing: { kind: "source", id, name } });
  });
  const outcome = await gatherSource(deps, id, { now: true });
  if (outcome === null) throw new AppError("source_not_found");
  if (outcome.added + outcome.changed > 0) await markFlash(deps);
  return outcome;
}
