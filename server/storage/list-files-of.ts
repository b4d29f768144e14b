import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { AVATARS, POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageContext } from "./context.ts";
import { objects } from "./tables.ts";

export interface KeptFile {
  readonly bucket: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  readonly createdAt: string;
}

const BATCH = 500;

/** Objects under a member's id in the product's buckets and those the member owns elsewhere. */
export function filesOf(userId: string): SQL | undefined {
  return or(
    and(
      inArray(objects.bucketId, [AVATARS, POST_IMAGES]),
      sql`starts_with(${objects.name}, ${`${userId}/`})`,
    ),
    eq(objects.ownerId, userId),
  );
}

/** Lists a member's files, with a few hundred in memory at a time. */
export async function* listFilesOf({ database }: StorageContext, userId: string): AsyncGenerator<KeptFile> {
  for (let last: string | undefined; ; ) {
    const rows = await database.db
      .select()
      .from(objects)
      .where(and(filesOf(userId), last === undefined ? undefined : gt(objects.id, last)))
      .orderBy(asc(objects.id))
      .limit(BATCH);
    for (const { bucketId, name, size, contentType, createdAt } of rows)
      yield { bucket: bucketId, name, size, type: contentType, createdAt: createdAt.toISOString() };
    last = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}
