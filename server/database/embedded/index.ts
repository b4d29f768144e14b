/**
 * Runs PostgreSQL in the data folder, or connects to the server that another process runs. Owns `<dataDir>/postgres`
 * (or the folder named in `<dataDir>/postgres-location`) and the password, log and lock files in the data folder.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { chooseServerAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./create-cluster.ts";
import { buildConnectionString, createEndpoint, removeEndpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { findCluster } from "./find-cluster.ts";
import { lockFolder } from "./folder-lock.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { ensureDataFolder, locateHome } from "./locations.ts";
import { rotateLog } from "./log-file.ts";
import { ensurePassword } from "./password.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { clearLeftoverServer } from "./stop-server.ts";
import { type SupervisedServer, superviseServer } from "./supervise-server.ts";
import { type CopyDatabase, upgradeCluster } from "./upgrade-cluster.ts";

export { AnotherProgramError } from "./errors.ts";
export { joinEmbeddedPostgres } from "./join-server.ts";

/** Whether the folder has a database. If not, a start creates an empty one, unless a file says where it was moved. */
export const hasDatabase = (dataDir: string): boolean => existsSync(findCluster(dataDir));

export interface EmbeddedPostgres {
  /** Connection string of the database `lattice`, valid until `stop`, even across restarts of the server. */
  url: string;
  stop(): Promise<void>;
  /** Resolves with a message when the server has crashed and won't be restarted. */
  exited: Promise<string>;
}

/**
 * Starts the server of `dataDir` and cleans up after earlier starts. If this process is root, files that the server's
 * user couldn't access elsewhere are stored in `sharedFolder`. Throws EmbeddedPostgresError, or AnotherProgramError if
 * a running program uses the folder or its cluster.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  print: (line: string) => void;
  sharedFolder?: string;
  /** Moves the data if an earlier major version of PostgreSQL created the cluster. Without it, such a cluster is refused. */
  copyDatabase?: CopyDatabase;
  /** Overrides server settings, for tests. */
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const { print, sharedFolder = "/var/lib/lattice", settings = {} } = options;
  const dataDir = ensureDataFolder(options.dataDir);
  const cleanups: (() => void)[] = [];
  const cleanUp = () => {
    for (const step of cleanups.reverse()) step();
  };
  try {
    cleanups.push(lock(dataDir));
    const account = chooseServerAccount(findCluster(dataDir));
    const home = locateHome(dataDir, sharedFolder, account, print);
    // Copies of a data folder may refer to the same cluster.
    if (home !== dataDir) cleanups.push(lock(home));
    const binaries = await findBinaries(account, sharedFolder, print);
    const password = ensurePassword(dataDir);
    const cluster = await ensureCluster(home, binaries, account, password, print);
    removeEndpoint(await clearLeftoverServer(cluster, binaries, print));
    const logFile = join(dataDir, "postgres.log");
    rotateLog(logFile);
    const { copyDatabase } = options;
    const serverOptions = { account, binaries, cluster, logFile, print, settings };
    await upgradeCluster({ server: serverOptions, password, sharedFolder, copyDatabase });
    const endpoint = await createEndpoint(account);
    cleanups.push(() => removeEndpoint(endpoint.directory));
    const server: Server = { ...serverOptions, endpoint };
    const supervisedServer = await start(server, password);
    return {
      url: buildConnectionString(endpoint, password, "lattice"),
      exited: supervisedServer.exited,
      async stop() {
        await supervisedServer.stop();
        cleanUp();
      },
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

function lock(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

async function start(server: Server, password: string): Promise<SupervisedServer> {
  try {
    return superviseServer(server, await prepareDatabase(server, await launchServer(server), password));
  } catch (error) {
    const explainedError = explainFileError(error, dirname(server.logFile));
    if (explainedError instanceof EmbeddedPostgresError) throw explainedError;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(`Can't set up the database: ${reason}.`, { cause: error });
  }
}
