import type { Config } from "#server/config.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { checkFiles } from "#server/files/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import { SITE_FILES_SQL } from "#server/site-files.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface PreparedDatabase {
  readonly url: string;
  /** Whether the demo accounts exist. */
  readonly hasDemo: boolean;
}

/**
 * Starts PostgreSQL unless DATABASE_URL is set, applies migrations, adds the demo if it is enabled, and checks the
 * files and the backup folder.
 */
export async function prepareDatabase(
  config: Config,
  { log, print, lifecycle }: { log: Log; print: (line: string) => void; lifecycle: Lifecycle },
): Promise<PreparedDatabase> {
  const url = config.databaseUrl ?? (await startEmbeddedDatabase(config, print, lifecycle));
  await migrate(url);
  const database = openDatabase({ url, log, maxConnections: 2 });
  try {
    const { prepareDemo } = await import("#server/demo/index.ts");
    const hasDemo = await prepareDemo({
      isEnabled: config.demo,
      database,
      log,
      clock: systemClock,
      print,
    });
    await checkFiles(database.pool, { s3: config.storage.s3, filesSql: SITE_FILES_SQL, log });
    if (config.backup.folder !== null) await reportBackupProblem(config, print);
    return { url, hasDemo };
  } finally {
    await database.close();
  }
}

/** Prints the problem but lets the site start, because the folder may be on another machine that is down. */
async function reportBackupProblem({ backup }: Config, print: (line: string) => void): Promise<void> {
  const { findFolderProblem } = await import("#server/backup/index.ts");
  const problem = await findFolderProblem(backup);
  if (problem !== null) print(`Scheduled backups can't run. ${problem}`);
}

async function startEmbeddedDatabase(
  { dataDir }: Config,
  print: (line: string) => void,
  lifecycle: Lifecycle,
) {
  const { startEmbeddedPostgres } = await import("#server/database/embedded/index.ts");
  const embeddedServer = await startEmbeddedPostgres({
    dataDir,
    print,
    async copyDatabase(from, to) {
      const { copyDatabase } = await import("#server/backup/index.ts");
      const skippedTables = await copyDatabase(from, to);
      if (skippedTables.length > 0)
        print(`Tables that aren't part of Lattice weren't moved: ${skippedTables.join(", ")}.`);
    },
  });
  lifecycle.onStop(() => embeddedServer.stop());
  void embeddedServer.exited.then((reason) => {
    if (lifecycle.isStopping()) return;
    console.error(reason);
    void lifecycle.stop(1);
  });
  return embeddedServer.url;
}
