import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { AppError } from "#core/errors.ts";
import { requireNewsAdministrator } from "#core/news/source-input.ts";
import { isUuid, type NewsDeps } from "./deps.ts";

/**
 * Removes a feed that an administrator added, or that the site's list no longer names; its articles stay. One on the
 * list would come back with the next start: it is switched off instead. Throws not_signed_in, access_denied, source_not_found,
 * invalid_input.
 */
export async function deleteSource(
  { database }: Pick<NewsDeps, "database">,
  viewer: Viewer,
  id: string,
): Promise<void> {
  requireNewsAdministrator(viewer);
  if (!isUuid(id)) throw new AppError("source_not_found");
  const { rows } = await database.db.execute<{ is_listed: boolean | null }>(
    sql`select is_listed from public.news_sources where id = ${id}::uuid`,
  );
  const [source] = rows;
  if (!source) throw new AppError("source_not_found");
  if (source.is_listed) {
    throw new AppError("invalid_input", {
      message: "This source is on the site's own list. Switch it off instead.",
    });
  }
  await database.db.execute(
    sql`delete from public.news_sources where id = ${id}::uuid and is_listed is not true`,
  );
}
