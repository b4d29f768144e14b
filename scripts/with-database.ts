import { type Config, readConfig } from "#server/config.ts";
import {
  connectAtStartup,
  type Database,
  describeDatabaseUrl,
  findExpectedError,
  hasMigrations,
  migrate,
  openDatabase,
} from "#server/database/index.ts";
import { createLog, type Log } from "#server/platform/log.ts";
import { findRunningInstances, type RunningInstance } from "#server/platform/running-instances.ts";
import { StartError } from "#server/platform/start-error.ts";
import { formatSettings } from "#server/program/index.ts";
import { explainFailure } from "./explain-failure.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command works with. */
interface CommandContext {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Puts the site's settings in front of the commands in a message, so that they can be pasted. */
  addSettings(message: string): string;
}

export const print = (line: string) => console.log(line);

/**
 * Runs a command on the site in the database at DATABASE_URL, or in the embedded database in DATA_DIR, and starts that
 * database if it isn't running. Throws StartError, for example if there is no site.
 */
export async function withDatabase<T>(
  {
    maxConnections,
    environment = process.env,
    createsSite = false,
    migrates = true,
  }: {
    maxConnections: number;
    environment?: Environment;
    /** Whether the command creates a site if there is none. */
    createsSite?: boolean;
    /** False for a command that also works on a site of an earlier version, without upgrading it. */
    migrates?: boolean;
  },
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment);
  if (config.databaseUrl === undefined && !environment.DATA_DIR)
    await refuseSecondSite(config.dataDir, await findRunningInstances(), { createsSite });
  // Starting the embedded server would create a database.
  if (!createsSite && config.databaseUrl === undefined) await requireDatabase(config.dataDir);
  const addSettings = (message: string) =>
    message.replaceAll(/\bnpm run (?=\w+ -- )/g, `${formatSettings(config)}npm run `);
  const embeddedServer = config.databaseUrl === undefined ? await openEmbedded(config.dataDir) : null;
  try {
    const url = config.databaseUrl ?? embeddedServer?.url ?? "";
    if (!createsSite) await requireSite(url, config);
    if (migrates) await migrate(url);
    const log = createLog("error");
    const database = openDatabase({ url, log, maxConnections });
    try {
      return await work({ config, database, log, addSettings });
    } finally {
      await database.close();
    }
  } catch (error) {
    // The error may come from something else that doesn't respond, such as S3, while the database is still running.
    if (
      !embeddedServer?.isJoined ||
      findExpectedError(error)?.code !== "database_unavailable" ||
      (await isRunning(embeddedServer.url))
    )
      throw error instanceof StartError
        ? new StartError(addSettings(error.message), { cause: error })
        : error;
    throw new StartError("Lattice stopped and shut down its database. Run the command again to continue.", {
      cause: error,
    });
  } finally {
    await embeddedServer?.stop();
  }
}

/** Refuses a DATA_DIR without a site if a site with other settings, probably the intended one, is running. */
export async function refuseSecondSite(
  dataDir: string,
  runningInstances: readonly RunningInstance[],
  { createsSite }: { createsSite: boolean },
): Promise<void> {
  const { hasDatabase } = await import("#server/database/embedded/index.ts");
  const [instance] = runningInstances;
  if (!instance || hasDatabase(dataDir)) return;
  const database = instance.usesDatabaseUrl
    ? "the database at DATABASE_URL"
    : `the data folder ${instance.dataDir}`;
  throw new StartError(
    `There is no site in ${dataDir}, but one is running at ${instance.url} with ${database}.\n` +
      `Run the command with the same settings:\n  ${instance.settings}npm run …` +
      (createsSite ? `\nTo create a new site in ${dataDir} instead, set DATA_DIR=${dataDir}.` : ""),
  );
}

async function requireDatabase(dataDir: string): Promise<void> {
  const { hasDatabase } = await import("#server/database/embedded/index.ts");
  if (!hasDatabase(dataDir)) throw new StartError(describeMissingSite(dataDir));
}

/** Throws an error if the database has no migrations table: it is empty or belongs to another program. */
async function requireSite(url: string, { databaseUrl, dataDir }: Config): Promise<void> {
  const client = await connectAtStartup(url);
  try {
    if (await hasMigrations(client)) return;
  } finally {
    await client.end();
  }
  throw new StartError(
    describeMissingSite(
      databaseUrl === undefined ? dataDir : `the database at ${describeDatabaseUrl(databaseUrl)}`,
    ),
  );
}

const isRunning = (url: string) =>
  connectAtStartup(url).then(
    (client) => client.end().then(() => true),
    () => false,
  );

const describeMissingSite = (location: string) =>
  `There is no site in ${location}. Set DATA_DIR to the site's data folder, or DATABASE_URL to its database.`;

async function openEmbedded(dataDir: string) {
  const { startEmbeddedPostgres, joinEmbeddedPostgres, AnotherProgramError } = await import(
    "#server/database/embedded/index.ts"
  );
  try {
    return { ...(await startEmbeddedPostgres({ dataDir, print })), isJoined: false };
  } catch (error) {
    if (!(error instanceof AnotherProgramError)) throw error;
    return { url: await joinEmbeddedPostgres(dataDir, error), isJoined: true, stop: async () => {} };
  }
}

/** Runs a command, or prints its usage for `--help`. Prints a message if the command fails. */
export async function runCommand(command: () => Promise<void>, usage: string): Promise<void> {
  if (process.argv.includes("--help")) return print(usage);
  // `process.exit` runs the exit handlers, one of which stops the embedded database.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  try {
    await command();
  } catch (error) {
    console.error(explainFailure(error, usage));
    process.exitCode = 1;
  }
}
