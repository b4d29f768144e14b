import { type SQL, sql } from "drizzle-orm";
import { POST_IMAGES } from "#core/storage/rules.ts";
import type { Db } from "#server/database/index.ts";
import type { Storage } from "#server/storage/index.ts";
import type { MemberDeps } from "./deps.ts";

/** Posts and comments per statement. */
const BATCH_SIZE = 5_000;

/**
 * Deletes a leaving member's files, except images that a post or comment still shows. Scans all posts and comments: an
 * index just for this would slow down every write.
 */
export async function deleteUnusedFiles(
  deps: Pick<MemberDeps, "database"> & {
    readonly storage: Pick<Storage, "deleteMemberFiles" | "listMemberFiles">;
  },
  userId: string,
): Promise<void> {
  const shownNames = new Set<string>();
  for await (const file of deps.storage.listMemberFiles(userId)) {
    if (file.bucket !== POST_IMAGES) continue;
    for (const name of await findShownImages(deps.database.db, userId)) shownNames.add(name);
    break;
  }
  await deps.storage.deleteMemberFiles(userId, { except: [...shownNames] });
}

/** Queries for the IDs of the posts and comments to remove. */
export interface RemovedContent {
  readonly posts: SQL;
  readonly comments: SQL;
}

/** Counts what `deleteUnusedFiles` will delete once this content has been removed. */
export async function countUnusedFiles(
  { db, storage }: { readonly db: Pick<Db, "execute">; readonly storage: Pick<Storage, "listMemberFiles"> },
  userId: string,
  removedContent: RemovedContent,
): Promise<number> {
  let shownNames: Set<string> | undefined;
  let count = 0;
  for await (const { bucket, name } of storage.listMemberFiles(userId)) {
    if (bucket === POST_IMAGES) shownNames ??= await findShownImages(db, userId, removedContent);
    if (bucket !== POST_IMAGES || !shownNames?.has(name)) count += 1;
  }
  return count;
}

const NO_CONTENT: RemovedContent = {
  posts: sql`select null::uuid where false`,
  comments: sql`select null::uuid where false`,
};

type TextBatch = { last: string | null; texts: string[] | null };

async function findShownImages(db: Pick<Db, "execute">, userId: string, removedContent = NO_CONTENT) {
  const imageNames = new Set<string>();
  const urlPrefix = `/storage/v1/object/public/${POST_IMAGES}/${userId}/`;
  const imagePattern = new RegExp(`${urlPrefix}([^\\s()<>"'#?]+)`, "g");
  for (const [table, removedIds] of [
    [sql`public.forum_posts`, removedContent.posts],
    [sql`public.comments`, removedContent.comments],
  ] as const) {
    for (let last: string | null = null; ; ) {
      const result: { rows: TextBatch[] } = await db.execute<TextBatch>(sql`
        with part as materialized (
          select id, content, deleted_at from ${table}
          where ${last}::uuid is null or id > ${last}::uuid
          order by id limit ${BATCH_SIZE}
        )
        select max(id::text) as last,
          array_agg(content) filter (
            where deleted_at is null and strpos(content, ${urlPrefix}) > 0 and id not in (${removedIds})) as texts
        from part`);
      const batch: TextBatch | undefined = result.rows[0];
      for (const text of batch?.texts ?? [])
        for (const [, key = ""] of text.matchAll(imagePattern)) imageNames.add(`${userId}/${decodeKey(key)}`);
      last = batch?.last ?? null;
      if (last === null) break;
    }
  }
  return imageNames;
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
