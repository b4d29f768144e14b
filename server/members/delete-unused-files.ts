import { type SQL, sql } from "drizzle-orm";
import type { MemberDeps } from "./deps.ts";

/** Posts and comments per statement. */
const BATCH = 5_000;

/**
 * Deletes a leaving member's files, except images that a post or comment still shows. Scans all posts and comments: an
 * index just for this would slow down every write.
 */
export async function deleteUnusedFiles(
  deps: Pick<MemberDeps, "database" | "storage">,
  userId: string,
): Promise<void> {
  const shownKeys = new Set<string>();
  for await (const file of deps.storage.listMemberFiles(userId)) {
    if (file.bucket !== "post-images") continue;
    for (const name of await findShownImages(deps, userId)) shownKeys.add(name);
    break;
  }
  await deps.storage.deleteMemberFiles(userId, { except: [...shownKeys] });
}

/** Names of the member's images in visible posts and comments. */
async function findShownImages(
  { database }: Pick<MemberDeps, "database">,
  userId: string,
): Promise<Set<string>> {
  const imageNames = new Set<string>();
  const start = `/storage/v1/object/public/post-images/${userId}/`;
  const name = new RegExp(`${start}([^\\s()<>"'#?]+)`, "g");
  for (const table of [sql`public.forum_posts`, sql`public.comments`]) {
    for (let last: string | null = null; ; ) {
      const batch: TextBatch | undefined = (await readBatch(database, table, start, last)).rows[0];
      for (const text of batch?.texts ?? [])
        for (const [, key = ""] of text.matchAll(name)) imageNames.add(`${userId}/${decodeKey(key)}`);
      last = batch?.last ?? null;
      if (last === null) break;
    }
  }
  return imageNames;
}

/** The storage key, which may be percent-encoded in a URL. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

type TextBatch = { last: string | null; texts: string[] | null };

const readBatch = ({ db }: MemberDeps["database"], table: SQL, start: string, last: string | null) =>
  db.execute<TextBatch>(sql`
    with part as materialized (
      select id, content, deleted_at from ${table}
      where ${last}::uuid is null or id > ${last}::uuid
      order by id limit ${BATCH}
    )
    select max(id::text) as last,
      array_agg(content) filter (where deleted_at is null and strpos(content, ${start}) > 0) as texts
    from part`);
