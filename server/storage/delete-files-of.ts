import { and, sql } from "drizzle-orm";
import { POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { deleteRows } from "./delete-rows.ts";
import { filesOf } from "./list-files-of.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/**
 * Removes every file of a member: what lies under the own id in the product's buckets, and what the member owns
 * elsewhere, but not the pictures of posts that `kept` names. Best called once the account can upload no more; called
 * again it removes what came meanwhile. Returns how many objects went.
 */
export async function deleteFilesOf(
  context: StorageContext,
  userId: string,
  { kept = [] }: { kept?: readonly string[] } = {},
): Promise<number> {
  const spared = sql`not (${objects.bucketId} = ${POST_IMAGES} and ${objects.name} = any (${sql.param([...kept])}::text[]))`;
  const which = and(filesOf(userId), spared);
  for (let gone = 0; ; ) {
    const { length } = await deleteRows(context, which, BATCH);
    gone += length;
    if (length < BATCH) return gone;
  }
}
