import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { extractMentions } from "#core/forum/mention.ts";
import type { Database } from "#server/database/index.ts";
import { runShared } from "#server/platform/request-scope.ts";
import { foldUsername, selectMemberUsernames } from "#server/profiles/index.ts";

/** The maximum number of names that one call resolves; the rest remain plain text. */
const NAMES_MAX = 200;
const TTL_MS = 60_000;
/** How long to wait for other lookups for the same page, such as those for a post and its comments. */
const BATCH_DELAY_MS = 8;

interface NameCache {
  readonly usernames: LRUCache<string, { readonly username: string | null }>;
  nextBatch: { readonly names: Set<string>; readonly lookup: Promise<void> } | null;
}

/** One per database, because tests use several in one process. */
const caches = new WeakMap<object, NameCache>();

function getCache({ pool }: Pick<Database, "pool">): NameCache {
  const cache = caches.get(pool) ?? {
    usernames: new LRUCache({ max: 20_000, ttl: TTL_MS }),
    nextBatch: null,
  };
  caches.set(pool, cache);
  return cache;
}

/**
 * Maps each `@name` in the texts to a member's current username, ignoring case and accents. Omits names that belong to
 * no member. A recently released name still refers to its former owner. Results are cached for a minute, and
 * simultaneous lookups share one statement.
 */
export async function resolveMentions(
  database: Pick<Database, "reader" | "pool">,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const mentionedNames = new Set<string>();
  for (const text of texts) {
    if (!text.includes("@")) continue;
    for (const name of extractMentions(text, NAMES_MAX - mentionedNames.size)) mentionedNames.add(name);
    if (mentionedNames.size >= NAMES_MAX) break;
  }
  if (mentionedNames.size === 0) return new Map();

  const cache = getCache(database);
  const foldedNamesByName = new Map([...mentionedNames].map((name) => [name, foldUsername(name)]));
  const uncachedNames = [...foldedNamesByName.values()].filter((name) => !cache.usernames.has(name));
  if (uncachedNames.length > 0) {
    cache.nextBatch ??= scheduleLookup(database, cache);
    for (const name of uncachedNames) cache.nextBatch.names.add(name);
    await cache.nextBatch.lookup;
  }
  return new Map(
    [...foldedNamesByName].flatMap(([name, foldedName]) => {
      const username = cache.usernames.get(foldedName)?.username;
      return username ? [[name, username] as const] : [];
    }),
  );
}

function scheduleLookup({ reader }: Pick<Database, "reader">, cache: NameCache) {
  const names = new Set<string>();
  const lookup = runShared(async () => {
    await sleep(BATCH_DELAY_MS);
    cache.nextBatch = null;
    const { rows } = await reader.execute<{ username: string; folded: string }>(sql`
      select p.username, named.username_folded as folded from ${selectMemberUsernames(sql`now()`)} named
      join public.profiles p on p.id = named.member_id
      join auth.users u on u.id = p.id and u.deleted_at is null
      where named.username_folded = any (${sql.param([...names])}::text[])
      order by named.is_current`);
    const usernamesByFoldedName = new Map(rows.map(({ username, folded }) => [folded, username]));
    for (const name of names)
      cache.usernames.set(name, { username: usernamesByFoldedName.get(name) ?? null });
  });
  return { names, lookup };
}
