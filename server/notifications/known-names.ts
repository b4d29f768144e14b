import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { listMentions } from "#core/notifications/mention.ts";
import type { Database } from "#server/database/index.ts";
import { runForAll } from "#server/platform/request-scope.ts";
import { foldUsername, memberUsernames } from "#server/profiles/index.ts";

/** Names of one page that are looked up; what is named beyond them stands as it is written. */
const NAMES_MAX = 200;
/** How long a name that was looked up is taken for what it was. */
const KEPT_MS = 60_000;
/** Lookups wait so long for others: a post and its comments are read beside each other. */
const GATHER_MS = 8;

interface Names {
  readonly known: LRUCache<string, { readonly username: string | null }>;
  /** What is to be looked up next, together. */
  next: { readonly names: Set<string>; readonly found: Promise<void> } | null;
}

/** Per database, since the programs of a test have several. */
const kept = new WeakMap<object, Names>();

function namesOf({ pool }: Pick<Database, "pool">): Names {
  const names = kept.get(pool) ?? { known: new LRUCache({ max: 20_000, ttl: KEPT_MS }), next: null };
  kept.set(pool, names);
  return names;
}

/**
 * Whose name each `@name` of these texts is, by how it is written; without case and accents it is the same name, and a
 * name given up recently is still its former owner's. Names
 * that were not asked for within the last minute are looked up, those of all who ask at the same moment in one statement.
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

  const names = namesOf(database);
  const folded = new Map([...written].map((name) => [name, foldUsername(name)]));
  const unknown = [...folded.values()].filter((name) => !names.known.has(name));
  if (unknown.length > 0) {
    names.next ??= lookUpSoon(database, names);
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

function lookUpSoon({ db }: Pick<Database, "db">, all: Names): NonNullable<Names["next"]> {
  const names = new Set<string>();
  const found = runForAll(async () => {
    await sleep(GATHER_MS);
    all.next = null;
    const { rows } = await db.execute<{ username: string; folded: string }>(sql`
      select p.username, named.username_folded as folded from ${memberUsernames(sql`now()`)} named
      join public.profiles p on p.id = named.member_id
      join auth.users u on u.id = p.id and u.deleted_at is null
      where named.username_folded = any (${sql.param([...names])}::text[])
      order by named.is_current`);
    const members = new Map(rows.map(({ username, folded }) => [folded, username]));
    for (const name of names) all.known.set(name, { username: members.get(name) ?? null });
  });
  return { names, found };
}
