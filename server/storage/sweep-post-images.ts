import { and, asc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { EDITOR_KEY } from "#core/storage/picture-address.ts";
import { POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { deleteRows } from "./delete-rows.ts";
import { objects } from "./tables.ts";

/** Somebody who writes for long has it in a draft by then. */
const UNUSED_AFTER_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/** Which of these keys something still shows, what was deleted since `before` included. */
export type FindInUse = (keys: readonly string[], before: Date) => Promise<ReadonlySet<string>>;

/**
 * Removes pictures that the editor put into the bucket post-images a day ago or earlier and that nothing shows. What a
 * member keeps there under names of another form is let alone. Returns how many went. A job calls it now and then;
 * several programs may do so at once.
 */
export async function sweepPostImages(context: StorageContext, findInUse: FindInUse): Promise<number> {
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
      // The age once more: it may have been replaced meanwhile.
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
