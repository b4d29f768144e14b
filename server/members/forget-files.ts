import { type SQL, sql } from "drizzle-orm";
import type { MemberDeps } from "./deps.ts";

/** Posts and comments that are looked through by one statement. */
const BATCH = 5_000;

/**
 * Removes the files of a member who leaves, but not the pictures that a post or comment still shows, whoever wrote
 * it. Every text is looked through once: an index for a question that is asked when somebody leaves would cost each
 * who writes.
 */
export async function forgetFiles(deps: MemberDeps, userId: string): Promise<void> {
  const kept = new Set<string>();
  for await (const file of deps.storage.listFilesOf(userId)) {
    if (file.bucket !== "post-images") continue;
    for (const name of await findShown(deps, userId)) kept.add(name);
    break;
  }
  await deps.storage.deleteFilesOf(userId, { kept: [...kept] });
}

/** The names of the member's pictures in the texts that people can read. */
async function findShown({ database }: MemberDeps, userId: string): Promise<Set<string>> {
  const shown = new Set<string>();
  const start = `/storage/v1/object/public/post-images/${userId}/`;
  const name = new RegExp(`${start}([^\\s()<>"'#?]+)`, "g");
  for (const table of [sql`public.forum_posts`, sql`public.comments`]) {
    for (let last: string | null = null; ; ) {
      const part: Part | undefined = (await readPart(database, table, start, last)).rows[0];
      for (const text of part?.texts ?? [])
        for (const [, key = ""] of text.matchAll(name)) shown.add(`${userId}/${unescaped(key)}`);
      last = part?.last ?? null;
      if (last === null) break;
    }
  }
  return shown;
}

/** A key as it is stored, where an address writes some of its characters otherwise. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

type Part = { last: string | null; texts: string[] | null };

const readPart = ({ db }: MemberDeps["database"], table: SQL, start: string, last: string | null) =>
  db.execute<Part>(sql`
    with part as materialized (
      select id, content, deleted_at from ${table}
      where ${last}::uuid is null or id > ${last}::uuid
      order by id limit ${BATCH}
    )
    select max(id::text) as last,
      array_agg(content) filter (where deleted_at is null and strpos(content, ${start}) > 0) as texts
    from part`);
