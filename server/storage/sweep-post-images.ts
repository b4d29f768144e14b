import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { EDITOR_KEY } from "#core/storage/picture-address.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

/** Enough time for a post in progress to be saved as a draft. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/** The keys still in use, including by content deleted since `before`. */
export type FindInUse = (keys: readonly string[], before: Date) => Promise<ReadonlySet<string>>;

/**
 * Deletes post images uploaded by the editor more than a day ago that nothing uses. Files under other names are
 * left alone. Returns the number of deleted objects. Run as a job; safe to run in several processes at once.
 */
export async function sweepPostImages(context: StorageDeps, findInUse: FindInUse): Promise<number> {
  const before = new Date(context.clock.now().getTime() - UNUSED_AFTER_MS);
  let gone = 0;
  for (let last = ""; ; ) {
    const rows = await context.database.db
      .select({ name: objects.name })
      .from(objects)
      .where(
        and(
          eq(objects.bucketId, POST_IMAGES),
          sql`${objects.name} ~ ${`^${EDITOR_KEY}$`}`,
          lt(objects.updatedAt, before),
          gt(objects.name, last),
        ),
      )
      .orderBy(asc(objects.name))
      .limit(BATCH);
    const names = rows.map(({ name }) => name);
    const used = await findInUse(names, before);
    const unused = names.filter((name) => !used.has(name));
    if (unused.length > 0) {
      // Check the age again: a picture may have been replaced since.
      const which = and(
        eq(objects.bucketId, POST_IMAGES),
        inArray(objects.name, unused),
        lt(objects.updatedAt, before),
      );
      gone += (await deleteRows(context, which, unused.length)).length;
    }
    if (rows.length < BATCH) break;
    last = names.at(-1) ?? last;
  }
  if (gone > 0) context.log.info({ gone }, "pictures that nothing shows were removed");
  return gone;
}
