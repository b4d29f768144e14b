import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { parseSourceInput, type RawSourceInput } from "#core/news/source-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import { DUPLICATE_URL_ERROR } from "./add-source.ts";
import type { NewsDeps } from "./deps.ts";

export interface SourceEdit extends RawSourceInput {
  readonly id: string;
}

/**
 * Edits a source. The edits override the configured list. A new URL is fetched in the next run.
 * Throws not_signed_in, access_denied, source_not_found, missing_information, invalid_input (the last two with fields).
 */
export async function editSource(
  { database, clock }: NewsDeps,
  viewer: Viewer,
  { id, ...input }: SourceEdit,
): Promise<void> {
  requireAdmin(viewer);
  const { name, url, category, intervalMinutes } = parseSourceInput(input);
  if (!isUuid(id)) throw new AppError("source_not_found");
  const now = clock.now().toISOString();
  const hasNewUrl = sql`url <> ${url}`;
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const { rows } = await tx.execute<LockedSource>(sql`
      select name, url, category, interval_minutes as minutes, id <> ${id}::uuid as is_other
      from public.news_sources
      where id = ${id}::uuid or url = ${url} order by id for update`);
    if (rows.some(({ is_other }) => is_other))
      throw new AppError("invalid_input", { fieldErrors: DUPLICATE_URL_ERROR });
    const [before] = rows;
    if (!before) throw new AppError("source_not_found");
    await tx.execute(sql`
      update public.news_sources set name = ${name}, url = ${url}, category = ${category},
        interval_minutes = ${intervalMinutes}, edited_at = ${now}::timestamptz,
        is_listed = case when url = ${url} then is_listed end,
        etag = case when ${hasNewUrl} then null else etag end,
        last_modified = case when ${hasNewUrl} then null else last_modified end,
        body_digest = case when ${hasNewUrl} then null else body_digest end,
        failures = case when ${hasNewUrl} then 0 else failures end,
        last_error = case when ${hasNewUrl} then null else last_error end,
        next_fetch_at = case when ${hasNewUrl} then ${now}::timestamptz else next_fetch_at end
      where id = ${id}::uuid`);
    const after = { name, url, category, minutes: intervalMinutes };
    const changedFields = (["name", "url", "category", "minutes"] as const).filter(
      (key) => before[key] !== after[key],
    );
    if (changedFields.length === 0) return;
    const pickChanged = (fields: Pick<LockedSource, keyof typeof after>) =>
      Object.fromEntries(changedFields.map((key) => [key, fields[key]]));
    await recordAuditEvent(tx, viewer, {
      action: "source.edit",
      target: { kind: "source", id, name: before.name },
      before: pickChanged(before),
      after: pickChanged(after),
    });
  });
}

type LockedSource = {
  name: string;
  url: string;
  category: string;
  minutes: number | null;
  is_other: boolean;
};
