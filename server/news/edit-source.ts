import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { checkSourceInput, type RawSourceInput } from "#core/news/source-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import { KNOWN_ADDRESS } from "./add-source.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

export interface SourceEdit extends RawSourceInput {
  readonly id: string;
  /** Whether it is fetched. */
  readonly isEnabled: boolean;
}

/**
 * Edits a source, or turns it on or off. Overrides the configured list; articles stay. A new address or a
 * re-enabled source is fetched in the next run. Throws not_signed_in, access_denied, source_not_found,
 * missing_information, invalid_input (the last two with fields).
 */
export async function editSource(
  { database, clock }: Pick<NewsDeps, "database" | "clock">,
  viewer: Viewer,
  { id, isEnabled, ...input }: SourceEdit,
): Promise<void> {
  requireAdmin(viewer);
  const { name, address, category, intervalMinutes } = checkSourceInput(input);
  if (!isUuid(id)) throw new AppError("source_not_found");
  const now = clock.now().toISOString();
  const restarts = sql`(address <> ${address} or (${isEnabled}::boolean and not is_enabled))`;
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const { rows } = await tx.execute<LockedSource>(sql`
      select name, address, category, interval_minutes, is_enabled, id <> ${id}::uuid as is_other from public.news_sources
      where id = ${id}::uuid or address = ${address} order by id for update`);
    if (rows.some(({ is_other }) => is_other)) throw new AppError("invalid_input", { fields: KNOWN_ADDRESS });
    const [current] = rows;
    if (!current) throw new AppError("source_not_found");
    await tx.execute(sql`
      update public.news_sources set name = ${name}, address = ${address}, category = ${category},
        interval_minutes = ${intervalMinutes}, is_enabled = ${isEnabled}, edited_at = ${now}::timestamptz,
        is_listed = case when address = ${address} then is_listed end,
        etag = case when ${restarts} then null else etag end,
        last_modified = case when ${restarts} then null else last_modified end,
        body_digest = case when ${restarts} then null else body_digest end,
        failures = case when ${restarts} then 0 else failures end,
        last_error = case when ${restarts} then null else last_error end,
        next_fetch_at = case when ${restarts} then ${now}::timestamptz else next_fetch_at end
      where id = ${id}::uuid`);
    const before = {
      name: current.name,
      address: current.address,
      category: current.category,
      minutes: current.interval_minutes,
      fetched: current.is_enabled,
    };
    const after = { name, address, category, minutes: intervalMinutes, fetched: isEnabled };
    const names = (["name", "address", "category", "minutes", "fetched"] as const).filter(
      (key) => before[key] !== after[key],
    );
    if (names.length === 0) return;
    const changed = (from: typeof before | typeof after) =>
      Object.fromEntries(names.map((key) => [key, from[key]]));
    await recordAuditEvent(tx, viewer, {
      action: "source.edit",
      target: { kind: "source", id, name: current.name },
      before: changed(before),
      after: changed(after),
    });
  });
}

type LockedSource = {
  name: string;
  address: string;
  category: string;
  interval_minutes: number | null;
  is_enabled: boolean;
  is_other: boolean;
};
