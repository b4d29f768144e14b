import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Account, canReach } from "./account.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { findCluster, LOCATION_FILE } from "./find-cluster.ts";

/** Creates the data folder if missing and returns its real path. */
export function ensureDataFolder(dataDir: string): string {
  try {
    // If this process is root, the server's user must be able to enter the folder. Secret files have their own modes.
    createFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** Finds or creates the folder that contains this data folder's cluster. */
export function locateHome(
  dataDir: string,
  sharedFolder: string,
  account: Account,
  print: (line: string) => void,
): string {
  const locationFile = join(dataDir, LOCATION_FILE);
  if (existsSync(locationFile)) {
    const home = dirname(findCluster(dataDir));
    if (existsSync(home)) return home;
    throw new EmbeddedPostgresError(
      `According to ${locationFile}, the database of ${dataDir} is in ${home}, but that folder is missing. ` +
        "Restore the folder, or delete the file to start with an empty database.",
    );
  }
  if (canReach(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `The user that runs PostgreSQL (uid ${account?.uid}) can't access ${dataDir}, which contains the database. ` +
        "Give that user access to the folder.",
    );
  }
  ensureSharedFolder(sharedFolder, account);
  const home = join(sharedFolder, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  try {
    if (existsSync(home)) {
      // The data folder was removed to start over. Its old database is moved aside, never reused or deleted.
      const movedHome = `${home}-until-${new Date().toISOString().replace(/[:.]/g, "-")}`;
      renameSync(home, movedHome);
      print(`The database of a previous data folder at ${dataDir} was moved to ${movedHome}.`);
    }
    createFolder(home, 0o711);
    writeFileSync(locationFile, `${join(home, "postgres")}\n`, { mode: 0o600 });
  } catch (error) {
    throw explainFileError(error, home);
  }
  print(`The database is stored in ${home}, because the user that runs PostgreSQL can't access ${dataDir}.`);
  return home;
}

/** Creates the folder for files that can't be in the data folder or in node_modules. */
export function ensureSharedFolder(folder: string, account: Account): void {
  try {
    createFolder(folder, 0o711);
  } catch (error) {
    throw explainFileError(error, folder, { isDataFolder: false });
  }
  if (!canReach(account, folder)) {
    throw new EmbeddedPostgresError(
      `The user that runs PostgreSQL (uid ${account?.uid}) can't access ${folder}. ` +
        "Start Lattice as a regular user, or set DATABASE_URL to your own PostgreSQL.",
    );
  }
}

/** Applies the mode regardless of the umask. An existing folder is left unchanged. */
function createFolder(folder: string, mode: number): void {
  if (mkdirSync(folder, { recursive: true, mode }) !== undefined) chmodSync(folder, mode);
}
