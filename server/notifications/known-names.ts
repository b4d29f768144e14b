import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { listMentions } from "#core/notifications/mention.ts";
import type { Database } from "#server/database/index.ts";
import { foldUsername } from "#server/profiles/index.ts";

/** Names of one page that are looked up; what is named beyond them stands as it is written. */
const NAMES_MAX = 200;
/** How long a name that was looked up is taken for what it was. */
const KEPT_MS = 60_000;

type Known = LRUCache<string, { readonly username: string | null }>;

/** Per database, since the programs of a test have several. */
const caches = new WeakMap<object, Known>();

function cacheOf(database: Pick<Database, "pool">): Known {
  const known: Known = caches.get(database.pool) ?? new LRUCache({ max: 20_000, ttl: KEPT_MS });
  caches.set(database.pool, known);
  return known;
}

/**
 * Whose name each `@name` of these texts is, by how it is written; without case and accents it is the same name. One
 * statement for all of them where one was not asked for within the last minute, else none.
 */
export async function findNames(
  database: Pick<Database, "db" | "pool">,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const written = new Set<string>();
  for (const text of texts) {
    if (!text.includes("@")) continue;
    for (const name of listMentions(text, NAMES_MAX - written.size)) written.add(name);
    if (written.size >= NAMES_MAX) break;
  }
  if (written.size === 0) return new Map();

  const cache = cacheOf(database);
  const folded = new Map([...written].map((name) => [name, foldUsername(name)]));
  const unknown = [...new Set(folded.values())].filter((name) => !cache.has(name));
  if (unknown.length > 0) {
    const { rows } = await database.db.execute<{ username: string; folded: string }>(sql`
      select p.username, p.username_folded as folded from public.profiles p
      join auth.users u on u.id = p.id and u.deleted_at is null
      where p.username_folded = any (${sql.param(unknown)}::text[])`);
    const found = new Map(rows.map(({ username, folded: name }) => [name, username]));
    for (const name of unknown) cache.set(name, { username: found.get(name) ?? null });
  }
  return new Map(
    [...folded].flatMap(([name, key]) => {
      const username = cache.get(key)?.username;
      return username ? [[name, username] as const] : [];
    }),
  );
}
