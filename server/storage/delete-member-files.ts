import { and, sql } from "drizzle-orm";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { isOwnedBy } from "./list-member-files.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/**
 * Deletes a member's files: those under their id in the product's buckets and those they own elsewhere, except
 * the post images named in `kept`. Call it when the account can no longer upload; another call deletes uploads
 * that were in progress. Returns the number of deleted objects.
 */
export async function deleteMemberFiles(
  context: StorageDeps,
  userId: string,
  { kept = [] }: { kept?: readonly string[] } = {},
): Promise<number> {
  const spared = sql`not (${objects.bucketId} = ${POST_IMAGES} and ${objects.name} = any (${sql.param([...kept])}::text[]))`;
  const which = and(isOwnedBy(userId), spared);
  for (let gone = 0; ; ) {
    const { length } = await deleteRows(context, which, BATCH);
    gone += length;
    if (length < BATCH) return gone;
  }
}
