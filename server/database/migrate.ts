import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { connectFirst } from "./connect-first.ts";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "migrations");
/** Any constant does: it names the lock that lets one program at a time migrate a shared database. */
const LOCK = 4_715_001;

/** Brings the schema up to date; throws DatabaseStartError when the database cannot be used. Several programs may call it at once; one works, the others wait and find it done. */
export async function migrate(url: string): Promise<void> {
  const client = await connectFirst(url);
  try {
    await client.query("set client_min_messages to warning");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}

/** How many migrations of this program the database has not had yet. */
export async function pendingMigrations(pool: pg.Pool): Promise<number> {
  const journal = JSON.parse(await readFile(join(FOLDER, "meta", "_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  const { rows } = await pool.query<{ latest: string | null }>(
    "select max(created_at) as latest from drizzle.__drizzle_migrations",
  );
  const latest = Number(rows[0]?.latest ?? 0);
  return journal.entries.filter((entry) => entry.when > latest).length;
}
