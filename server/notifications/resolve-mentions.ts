import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { listMentions } from "#core/notifications/mention.ts";
import type { Database } from "#server/database/index.ts";
import { runShared } from "#server/platform/request-scope.ts";
import { foldUsername, selectMemberUsernames } from "#server/profiles/index.ts";

/** Names resolved per page; the rest stays plain text. */
const NAMES_MAX = 200;
const TTL_MS = 60_000;
/** Waits for other lookups of the same page, such as those of a post and its comments. */
const BATCH_DELAY_MS = 8;

interface NameCache {
  readonly known: LRUCache<string, { readonly username: string | null }>;
  /** The next batch of lookups. */
  next: { readonly names: Set<string>; readonly found: Promise<void> } | null;
}

/** One per database, because tests use several in one process. */
const caches = new WeakMap<object, NameCache>();

function getCache({ pool }: Pick<Database, "pool">): NameCache {
  const names = caches.get(pool) ?? { known: new LRUCache({ max: 20_000, ttl: TTL_MS }), next: null };
  caches.set(pool, names);
  return names;
}

/**
 * Maps every `@name` in the texts to a current username, ignoring case and accents. A recently released name
 * still refers to its former owner. Results are cached for a minute, and simultaneous lookups share one
 * statement.
 */
export async function resolveMentions(
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

  const names = getCache(database);
  const folded = new Map([...written].map((name) => [name, foldUsername(name)]));
  const unknown = [...folded.values()].filter((name) => !names.known.has(name));
  if (unknown.length > 0) {
    names.next ??= scheduleLookup(database, names);
    for (const name of unknown) names.next.names.add(name);
    await names.next.found;
  }
  return new Map(
    [...folded].flatMap(([name, key]) => {
      const username = names.known.get(key)?.username;
      return username ? [[name, username] as const] : [];
    }),
  );
}

function scheduleLookup({ db }: Pick<Database, "db">, all: NameCache): NonNullable<NameCache["next"]> {
  const names = new Set<string>();
  const found = runShared(async () => {
    await sleep(BATCH_DELAY_MS);
    all.next = null;
    const { rows } = await db.execute<{ username: string; folded: string }>(sql`
      select p.username, named.username_folded as folded from ${selectMemberUsernames(sql`now()`)} named
      join public.profiles p on p.id = named.member_id
      join auth.users u on u.id = p.id and u.deleted_at is null
      where named.username_folded = any (${sql.param([...names])}::text[])
      order by named.is_current`);
    const members = new Map(rows.map(({ username, folded }) => [folded, username]));
    for (const name of names) all.known.set(name, { username: members.get(name) ?? null });
  });
  return { names, found };
}
