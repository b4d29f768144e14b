import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { ROOT } from "#server/platform/root.ts";
import { StartError } from "#server/platform/start-error.ts";
import { connectAtStartup } from "./connect-at-startup.ts";

const FOLDER = join(ROOT, "server", "database", "migrations");

export interface Migration {
  readonly tag: string;
  /** The time when the migration was created, which determines the order of migrations. */
  readonly when: number;
  readonly hash: string;
}

/** Lists this program's migrations, oldest first. */
export async function listMigrations(folder = FOLDER): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const { tag, when } of await readJournal(folder)) {
    const content = await readFile(join(folder, `${tag}.sql`), "utf8");
    migrations.push({ tag, when, hash: createHash("sha256").update(content).digest("hex") });
  }
  return migrations;
}

/** Migrates a new database only as far as an earlier version did, to load that version's data. */
export async function migrateUntil(url: string, lastMigration: Migration): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lattice-migrations-"));
  try {
    await cp(FOLDER, folder, { recursive: true });
    const journal = JSON.parse(await readFile(join(folder, "meta", "_journal.json"), "utf8")) as {
      entries: { when: number }[];
    };
    const entries = journal.entries.filter(({ when }) => when <= lastMigration.when);
    await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
    await migrate(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Brings the schema up to date. Throws StartError if the database can't be used, an applied migration has changed, or
 * an earlier one was never applied. Of several processes, one migrates and the others wait.
 */
export async function migrate(url: string, folder = FOLDER): Promise<void> {
  const client = await connectAtStartup(url);
  try {
    await client.query("set client_min_messages to warning");
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrations]);
    await assertSameHistory(client, folder);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** Whether migrations have been applied to the database, which means that it contains a site. */
export async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_migrations: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as has_migrations",
  );
  return rows[0]?.has_migrations === true;
}

/**
 * Throws StartError if a migration was edited after it was applied, or added before an applied one. Either would lead
 * to a schema that no fresh database has. The migrator itself doesn't notice: it only applies the files newer than the
 * last applied one.
 */
async function assertSameHistory(client: pg.Client, folder: string): Promise<void> {
  if (!(await hasMigrations(client))) return;
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations",
  );
  const appliedHashes = new Map(rows.map(({ hash, created_at }) => [Number(created_at), hash]));
  const latest = Math.max(0, ...appliedHashes.keys());
  for (const { tag, when, hash } of await listMigrations(folder)) {
    if (when > latest) continue;
    if (appliedHashes.get(when) === hash) continue;
    throw new StartError(
      appliedHashes.has(when)
        ? `The migration ${tag} differs from the one applied to this database. Restore the file from the release, or use a new database.`
        : `The migration ${tag} was never applied to this database, although later ones were. Use the release that this database was created with, or a new database.`,
    );
  }
}

async function readJournal(folder: string): Promise<{ tag: string; when: number }[]> {
  const text = await readFile(join(folder, "meta", "_journal.json"), "utf8");
  return (JSON.parse(text) as { entries: { tag: string; when: number }[] }).entries;
}

/** Counts this program's migrations that haven't been applied to the database. */
export async function countPendingMigrations(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ latest: string | null }>(
    "select max(created_at) as latest from drizzle.__drizzle_migrations",
  );
  const latest = Number(rows[0]?.latest ?? 0);
  return (await readJournal(FOLDER)).filter((entry) => entry.when > latest).length;
}
