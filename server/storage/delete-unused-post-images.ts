import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

/** The age at which an unused image may be deleted. By then, a post in progress has been saved as a draft. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000;
const BATCH_SIZE = 500;

/** Whether an object is in a member's folder. A deleted account's images no longer have an owner to check. */
const isInMemberFolder = sql`${objects.name} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'`;

/** Finds the keys that are still in use, including by content deleted since `before`. */
export type FindImagesInUse = (keys: readonly string[], before: Date) => Promise<ReadonlySet<string>>;

/** Deletes unused post images that are more than a day old. Safe in several processes at the same time. */
export async function deleteUnusedPostImages(deps: StorageDeps, findImagesInUse: FindImagesInUse) {
  const before = new Date(deps.clock.now().getTime() - UNUSED_AFTER_MS);
  let deletedCount = 0;
  for (let lastKey = ""; ; ) {
    const rows = await deps.database.db
      .select({ name: objects.name })
      .from(objects)
      .where(
        and(
          eq(objects.bucketId, POST_IMAGES),
          or(isNotNull(objects.ownerId), isInMemberFolder),
          lt(objects.updatedAt, before),
          gt(objects.name, lastKey),
        ),
      )
      .orderBy(asc(objects.name))
      .limit(BATCH_SIZE);
    const keys = rows.map(({ name }) => name);
    const usedKeys = await findImagesInUse(keys, before);
    const unusedKeys = keys.filter((key) => !usedKeys.has(key));
    if (unusedKeys.length > 0) {
      // Checks the age again, because an image may have been replaced since.
      const condition = and(
        eq(objects.bucketId, POST_IMAGES),
        inArray(objects.name, unusedKeys),
        lt(objects.updatedAt, before),
      );
      deletedCount += (await deleteRows(deps, condition, unusedKeys.length)).length;
    }
    if (rows.length < BATCH_SIZE) break;
    lastKey = keys.at(-1) ?? lastKey;
  }
  if (deletedCount > 0) deps.log.info({ count: deletedCount }, "deleted unused post images");
  return deletedCount;
}
