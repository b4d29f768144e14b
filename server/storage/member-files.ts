import { and, asc, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { AVATARS, POST_IMAGES } from "#core/storage/rules.ts";
import { deleteRows } from "./delete-rows.ts";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";

export interface MemberFile {
  readonly bucket: string;
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  readonly type: string;
  readonly createdAt: string;
}

const LIST_BATCH_SIZE = 500;

/** Matches the objects in the member's folders in the product's buckets, and all objects that the member owns. */
function isOwnedBy(userId: string): SQL | undefined {
  return or(
    and(
      inArray(objects.bucketId, [AVATARS, POST_IMAGES]),
      sql`starts_with(${objects.name}, ${`${userId}/`})`,
    ),
    eq(objects.ownerId, userId),
  );
}

/** Lists a member's files. A few hundred are in memory at a time. */
export async function* listMemberFiles(deps: StorageDeps, userId: string): AsyncGenerator<MemberFile> {
  for await (const files of listMemberFileBatches(deps, userId)) yield* files;
}

/** Lists a member's files in batches, each with one query. */
export async function* listMemberFileBatches(
  { database }: StorageDeps,
  userId: string,
): AsyncGenerator<readonly MemberFile[]> {
  for (let lastId: string | undefined; ; ) {
    const rows = await database.db
      .select()
      .from(objects)
      .where(and(isOwnedBy(userId), lastId === undefined ? undefined : gt(objects.id, lastId)))
      .orderBy(asc(objects.id))
      .limit(LIST_BATCH_SIZE);
    yield rows.map(({ bucketId, name, size, contentType, createdAt }) => ({
      bucket: bucketId,
      name,
      size,
      type: contentType,
      createdAt: createdAt.toISOString(),
    }));
    lastId = rows.at(-1)?.id;
    if (rows.length < LIST_BATCH_SIZE) return;
  }
}

const DELETE_BATCH_SIZE = 200;

/**
 * Deletes a member's files, except the post images with the keys in `except`. Returns the number of deleted objects.
 * Call this when the account can no longer upload, and again later for uploads that were still in progress.
 */
export async function deleteMemberFiles(
  deps: StorageDeps,
  userId: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<number> {
  const isNotExcluded = sql`not (${objects.bucketId} = ${POST_IMAGES} and ${objects.name} = any (${sql.param([...except])}::text[]))`;
  const condition = and(isOwnedBy(userId), isNotExcluded);
  for (let deletedCount = 0; ; ) {
    const { length } = await deleteRows(deps, condition, DELETE_BATCH_SIZE);
    deletedCount += length;
    if (length < DELETE_BATCH_SIZE) return deletedCount;
  }
}
