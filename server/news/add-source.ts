import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { parseSourceInput, type RawSourceInput } from "#core/news/source-input.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsDeps } from "./deps.ts";

export const DUPLICATE_URL_ERROR = { url: "This feed has already been added." };

/**
 * Adds a source. Its feed is fetched in the next run. Throws not_signed_in, access_denied, missing_information,
 * invalid_input (the last two with fields).
 */
export async function addSource(
  { database, clock }: NewsDeps,
  viewer: Viewer,
  input: RawSourceInput,
): Promise<{ id: string }> {
  requireAdmin(viewer);
  const { name, url, category, intervalMinutes } = parseSourceInput(input);
  const now = clock.now().toISOString();
  return database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into public.news_sources (name, url, category, interval_minutes, edited_at, next_fetch_at)
      values (${name}, ${url}, ${category}, ${intervalMinutes}, ${now}::timestamptz, ${now}::timestamptz)
      on conflict (url) do nothing returning id`);
    const [insertedSource] = rows;
    if (!insertedSource) throw new AppError("invalid_input", { fieldErrors: DUPLICATE_URL_ERROR });
    const target = { kind: "source", id: insertedSource.id, name } as const;
    await recordAuditEvent(tx, viewer, { action: "source.add", target, after: { url, category } });
    return { id: insertedSource.id };
  });
}
