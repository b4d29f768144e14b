import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { findBinaries } from "./binaries.ts";
import { createCluster, DRAFT_PREFIX } from "./create-cluster.ts";
import { buildConnectionString, createEndpoint, removeEndpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { replaceCluster } from "./replace-cluster.ts";
import { stopServer } from "./stop-server.ts";

/** Copies all data from the database at the first URL to the empty one at the second. */
export type CopyDatabase = (from: string, to: string) => Promise<void>;

interface UpgradeOptions {
  /** Options of both servers, except that `cluster` is the old server's and `binaries` are the new server's. */
  readonly server: Omit<Server, "endpoint">;
  readonly password: string;
  readonly sharedFolder: string;
  /** Undefined in commands, which must not wait for an upgrade. */
  readonly copyDatabase: CopyDatabase | undefined;
}

/** How long a server may take to stop. Long, because it may first have to write a large database to the disk. */
const STOP_TIMEOUT_MS = 10 * 60_000;

const readMajor = (cluster: string) => Number.parseInt(readFileSync(join(cluster, "PG_VERSION"), "utf8"), 10);

/**
 * Moves the data to our major version of PostgreSQL: runs both servers, copies the database to a new cluster and
 * replaces the old cluster, which isn't deleted (docs/decisions/091-postgresql-upgrade.md).
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const { server, sharedFolder, copyDatabase } = options;
  const { cluster, account, binaries, print } = server;
  const oldMajor = readMajor(cluster);
  const { major } = binaries;
  if (oldMajor === major) return;
  const home = dirname(cluster);
  if (oldMajor > major)
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was created by PostgreSQL ${oldMajor}, but this version of Lattice includes ` +
        `PostgreSQL ${major}. Update Lattice.`,
    );
  if (!copyDatabase)
    throw new EmbeddedPostgresError(
      `The database in ${cluster} was created by PostgreSQL ${oldMajor}. Run npm start, which moves it to ` +
        `PostgreSQL ${major}, and then run this command again.`,
    );
  const oldBinaries = await findBinaries(account, sharedFolder, print, oldMajor);
  print(`Moving the database from PostgreSQL ${oldMajor} to ${major}. The old database isn't changed.`);
  const draft = join(home, `${DRAFT_PREFIX}upgrade`);
  try {
    await createCluster(draft, `${draft}-init`, binaries, account, options.password);
    await runServer({ ...server, binaries: oldBinaries }, options.password, (from) =>
      runServer({ ...server, cluster: draft }, options.password, (to) => copyDatabase(from, to)),
    );
    const oldFolder = replaceCluster(home, draft, oldMajor);
    print(`The database was moved. Delete ${oldFolder} when you no longer need the old one.`);
  } catch (error) {
    throw explainFileError(error, home);
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs a server for as long as `work` takes. */
async function runServer(
  options: Omit<Server, "endpoint">,
  password: string,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const endpoint = await createEndpoint(options.account);
  const server = { ...options, endpoint };
  try {
    const child = await prepareDatabase(server, await launchServer(server), password);
    try {
      await work(buildConnectionString(endpoint, password, "lattice"));
    } finally {
      await stopServer(child.pid as number, server.binaries, STOP_TIMEOUT_MS);
    }
  } finally {
    removeEndpoint(endpoint.directory);
  }
}
