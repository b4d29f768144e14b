/**
 * The embedded PostgreSQL: `startEmbeddedPostgres` brings up a server of this program's own in the data folder
 * and keeps it up; `joinEmbeddedPostgres` finds the one that a running program keeps. It owns `<dataDir>/postgres` (or the place that `<dataDir>/postgres-location` names), the
 * password, the log and the lock beside it. Everything after the connection string is the same as for a
 * PostgreSQL of the operator's.
 */
import { dirname, join } from "node:path";
import { chooseServerAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { connectionString, makeEndpoint, removeEndpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { lockFolder } from "./folder-lock.ts";
import { launchServer, type Server } from "./launch-server.ts";
import { rotateLog } from "./log-file.ts";
import { ensureCluster } from "./make-cluster.ts";
import { ensurePassword } from "./password.ts";
import { ensureDataFolder, knownCluster, locateHome } from "./places.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { clearLeftServer } from "./stop-server.ts";
import { type Supervised, superviseServer } from "./supervise-server.ts";

export { AnotherProgramError } from "./errors.ts";
export { joinEmbeddedPostgres } from "./join-server.ts";

export interface EmbeddedPostgres {
  /** Connection string of the database `lattice`; good until `stop`, also across restarts of the server. */
  url: string;
  /** Stops the server in good order and gives the folder back. */
  stop(): Promise<void>;
  /** Resolves with a sentence when the server has ended and could not be brought back. */
  exited: Promise<string>;
}

/**
 * Starts the server of `dataDir` (made where missing), with everything that an earlier start left behind put in
 * order. `say` gets a line for what takes time or is out of the ordinary. As root `sharedFolder` takes what
 * the server's user cannot reach otherwise. Throws EmbeddedPostgresError, whose message is one sentence for the
 * operator; AnotherProgramError when a living program holds the folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  say: (line: string) => void;
  sharedFolder?: string;
  /** Settings of the server instead of ours: for tests, which need no durability and many connections. */
  settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  const { say, sharedFolder = "/var/lib/lattice", settings = {} } = options;
  const dataDir = ensureDataFolder(options.dataDir);
  const undo: (() => void)[] = [];
  const undoAll = () => {
    for (const step of undo.reverse()) step();
  };
  try {
    undo.push(lock(dataDir));
    const account = chooseServerAccount(knownCluster(dataDir));
    const home = locateHome(dataDir, sharedFolder, account, say);
    // Two data folders that are copies of each other may name the same place.
    if (home !== dataDir) undo.push(lock(home));
    const binaries = await findBinaries(account, sharedFolder, say);
    const password = ensurePassword(dataDir);
    const cluster = await ensureCluster(home, binaries, account, password, say);
    removeEndpoint(await clearLeftServer(cluster, binaries, say));
    const endpoint = await makeEndpoint(account);
    undo.push(() => removeEndpoint(endpoint.directory));

    const server: Server = {
      account,
      binaries,
      cluster,
      endpoint,
      logFile: join(dataDir, "postgres.log"),
      say,
      settings,
    };
    rotateLog(server.logFile);
    const supervised = await start(server, password);
    return {
      url: connectionString(endpoint, password, "lattice"),
      exited: supervised.exited,
      async stop() {
        await supervised.stop();
        undoAll();
      },
    };
  } catch (error) {
    undoAll();
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

async function start(server: Server, password: string): Promise<Supervised> {
  try {
    return superviseServer(server, await prepareDatabase(server, await launchServer(server), password));
  } catch (error) {
    const explained = explainFileError(error, dirname(server.logFile));
    if (explained instanceof EmbeddedPostgresError) throw explained;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(`The database cannot be prepared: ${reason}.`, { cause: error });
  }
}
