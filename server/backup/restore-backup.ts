import type pg from "pg";
import { formatList } from "#core/format-list.ts";
import {
  hasMigrations,
  listMigrations,
  type Migration,
  migrate,
  migrateUntil,
} from "#server/database/index.ts";
import { saveLocation } from "#server/files/index.ts";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { StartError } from "#server/platform/start-error.ts";
import { withConnection } from "./connection.ts";
import type { BackupHeader } from "./format.ts";
import { loadBackup, type RestoreOptions, type RestoreResult, type VerifiedBackup } from "./load-backup.ts";
import type { ArchiveSource } from "./read-archive.ts";
import { readBackup } from "./read-backup.ts";

/** Reads and checks the entire backup without changing anything. Throws StartError if it can't be restored. */
export async function verifyBackup(source: ArchiveSource, onBytes: (bytes: number) => void = () => {}) {
  let result: VerifiedBackup | undefined;
  let lastMigration: Migration | undefined;
  let bytes = 0;
  const countBytes = async (content: AsyncIterable<Uint8Array>) => {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      onBytes(bytes);
    }
  };
  await readBackup(source, {
    async onHeader({ migrations }) {
      lastMigration = await findLastMigration(migrations);
    },
    onRows: (_tableKey, content) => countBytes(content),
    onFile: (_path, content) => countBytes(content),
    async onEnd(header, checksums) {
      if (lastMigration) result = { header, checksums, lastMigration };
    },
  });
  if (!result) throw new Error("a verified backup must have a header");
  return result;
}

/**
 * Returns the last of these migrations. Throws StartError unless they are exactly this program's migrations up to that
 * one. Error messages begin with `subject`.
 */
export async function findLastMigration(migrations: BackupHeader["migrations"], subject = "This backup") {
  const knownMigrations = await listMigrations();
  const lastTime = migrations.at(-1)?.when ?? 0;
  if (lastTime > (knownMigrations.at(-1)?.when ?? 0))
    throw new StartError(
      `${subject} was made by a newer version of Lattice. Update this installation, then try again.`,
    );
  const expectedMigrations = knownMigrations.filter(({ when }) => when <= lastTime);
  const lastMigration = expectedMigrations.at(-1);
  const isSame = ({ when, hash }: Migration, index: number) =>
    migrations[index]?.when === when && migrations[index]?.hash === hash;
  if (!lastMigration || expectedMigrations.length !== migrations.length || !expectedMigrations.every(isSame))
    throw new StartError(
      `${subject} was made by a modified version of Lattice. Its tables differ from those of this version.`,
    );
  return lastMigration;
}

/**
 * Restores a verified backup into an empty site, and then migrates to this version. The transaction commits only after
 * the last file, so an interrupted restore can be repeated. Throws StartError, for example if the site isn't empty.
 */
export const restoreBackup = (options: RestoreOptions): Promise<RestoreResult> =>
  withConnection(options.url, async (client) => {
    const { url, backup, target } = options;
    const { promise: connectionLost, reject } = Promise.withResolvers<never>();
    client.on("error", reject);
    connectionLost.catch(() => {});
    await requireEmptySite(client, backup);
    await migrateUntil(url, backup.lastMigration);
    const result = await Promise.race([connectionLost, restoreInTransaction(client, options)]);
    await migrate(url);
    // The location is saved again after the migration, because the backup's version may not have a table for it.
    await saveLocation(client, { store: target.store, previous: null, movedAt: null });
    // These rows are about the original site's backups. This site has none yet.
    await client.query("delete from public.backups");
    return result;
  });

async function restoreInTransaction(client: pg.Client, options: RestoreOptions): Promise<RestoreResult> {
  await client.query("begin");
  try {
    // If Lattice is started on this database now, it waits until the site is restored.
    await client.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCKS.migrations]);
    await requireEmptySite(client, options.backup);
    const result = await loadBackup(client, options);
    // Before the commit, after which the restore can't be repeated: in a large database, this takes a while.
    await client.query("analyze");
    await client.query("commit");
    await options.target.releaseFolders();
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Tables that are filled by users, administrators and feeds. If all of them are empty, the site has no content. */
const CONTENT_TABLES = {
  "auth.users": "accounts",
  "public.forum_posts": "posts",
  "storage.objects": "files",
  "public.news_articles": "articles",
  "public.newsletter_subscribers": "newsletter subscribers",
  "public.site_settings": "settings",
  "public.audit_log": "an audit log",
} as const;

/** Throws StartError if the database has content, is in use, or has the tables of a later version than the backup's. */
async function requireEmptySite(client: pg.Client, { lastMigration }: VerifiedBackup): Promise<void> {
  const { rows: connections } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and application_name in ('lattice', 'lattice announcements') limit 1`,
  );
  if (connections.length > 0)
    throw new StartError("Lattice is running on this database. Stop it, then run the command again.");
  const foundContent: string[] = [];
  for (const [table, content] of Object.entries(CONTENT_TABLES)) {
    const { rows } = await client.query<{ table: string | null }>("select to_regclass($1)::text as table", [
      table,
    ]);
    if (rows[0]?.table == null) continue;
    if ((await client.query(`select from ${table} limit 1`)).rows.length > 0) foundContent.push(content);
  }
  if (foundContent.length > 0)
    throw new StartError(
      `The site isn't empty: it has ${formatList(foundContent)}. A backup can only be restored into an empty site. ` +
        "Set DATA_DIR to a new folder (or DATABASE_URL to a new database), then run the command again.",
    );
  if (!(await hasMigrations(client))) return;
  const { rows } = await client.query<{ latest: string | null }>(
    "select max(created_at) as latest from drizzle.__drizzle_migrations",
  );
  if (Number(rows[0]?.latest ?? 0) > lastMigration.when)
    throw new StartError(
      "The database already has the tables of a later version than the backup's. " +
        "Set DATA_DIR to a new folder (or DATABASE_URL to a new database), then run the command again.",
    );
}
