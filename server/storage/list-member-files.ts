import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { AVATARS, POST_IMAGES } from "#core/storage/rules.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

export interface MemberFile {
  readonly bucket: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  readonly createdAt: string;
}

const BATCH = 500;

/** Under the member's id in the product's buckets, or owned elsewhere. */
export function isOwnedBy(userId: string): SQL | undefined {
  return or(
    and(
      inArray(objects.bucketId, [AVATARS, POST_IMAGES]),
      sql`starts_with(${objects.name}, ${`${userId}/`})`,
    ),
    eq(objects.ownerId, userId),
  );
}

/** A few hundred are in memory at a time. */
export async function* listMemberFiles({ database }: StorageDeps, userId: string) {
  for (let lastId: string | undefined; ; ) {
    const rows = await database.db
      .select()
      .from(objects)
      .where(and(isOwnedBy(userId), lastId === undefined ? undefined : gt(objects.id, lastId)))
      .orderBy(asc(objects.id))
      .limit(BATCH);
    for (const { bucketId, name, size, contentType, createdAt } of rows)
      yield { bucket: bucketId, name, size, type: contentType, createdAt: createdAt.toISOString() };
    lastId = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}
