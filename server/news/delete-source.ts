import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import { isUuid } from "#server/platform/uuid.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { NewsDeps } from "./deps.ts";
import { lockNewsWrites } from "./ingest/write-lock.ts";

/**
 * Throws not_signed_in, access_denied, source_not_found, and invalid_input for a configured source, which would
 * be added again at the next start.
 */
export async function deleteSource({ database, clock }: NewsDeps, viewer: Viewer, id: string): Promise<void> {
  requireAdmin(viewer);
  if (!isUuid(id)) throw new AppError("source_not_found");
  await database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, clock.now());
    // The deletion also updates the source's articles, which ingestion may have locked.
    await lockNewsWrites(tx);
    const { rows } = await tx.execute<{ name: string; url: string; is_listed: boolean | null }>(
      sql`select name, url, is_listed from public.news_sources where id = ${id}::uuid for update`,
    );
    const [source] = rows;
    if (!source) throw new AppError("source_not_found");
    if (source.is_listed) {
      throw new AppError("invalid_input", {
        message: "This source is added again at every start, so you can't delete it. Pause it instead.",
      });
    }
    await tx.execute(sql`delete from public.news_sources where id = ${id}::uuid`);
    const { name, url } = source;
    const target = { kind: "source", id, name } as const;
    await recordAuditEvent(tx, viewer, { action: "source.delete", target, before: { url } });
  });
}
