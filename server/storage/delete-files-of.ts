import { and, eq, inArray, or, sql } from "drizzle-orm";
import { AVATARS, POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { deleteRows } from "./delete-rows.ts";
import { objects } from "./tables.ts";

const BATCH = 200;

/**
 * Removes every file of a member: what lies under the own id in the product's buckets, and what the member owns
 * elsewhere. Best called once the account can upload no more; called again it removes what came meanwhile. Returns how
 * many objects went.
 */
export async function deleteFilesOf(context: StorageContext, userId: string): Promise<number> {
  const which = or(
    and(
      inArray(objects.bucketId, [AVATARS, POST_IMAGES]),
      sql`starts_with(${objects.name}, ${`${userId}/`})`,
    ),
    eq(objects.ownerId, userId),
  );
  for (let gone = 0; ; ) {
    const { length } = await deleteRows(context, which, BATCH);
    gone += length;
    if (length < BATCH) return gone;
  }
}
