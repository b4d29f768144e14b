import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Account, canReach } from "./account.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";

/** Names the cluster's folder when it cannot be in the data folder. */
const NOTE = "postgres-location";

/** Makes the data folder where it is missing and answers its real path. */
export function ensureDataFolder(dataDir: string): string {
  try {
    // As root the server's user has to pass through it; what is secret in it is closed file by file.
    makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    return realpathSync(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** The folder of the cluster that this data folder has or had, wherever it lives. */
export function knownCluster(dataDir: string): string {
  const note = join(dataDir, NOTE);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : join(dataDir, "postgres");
}

/** Where the cluster of this data folder lives: a folder of its own whose parent `home` exists. */
export function locateHome(
  dataDir: string,
  sharedFolder: string,
  account: Account,
  say: (line: string) => void,
): string {
  const note = join(dataDir, NOTE);
  if (existsSync(note)) {
    const home = dirname(knownCluster(dataDir));
    if (existsSync(home)) return home;
    throw new EmbeddedPostgresError(
      `The database of ${dataDir} should be in ${home} (so says ${note}), but that folder is gone: ` +
        "bring it back, or remove the note to begin with an empty database.",
    );
  }
  if (canReach(account, dataDir)) return dataDir;
  if (existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} belongs to the user with uid ${account?.uid}, who cannot reach it: ` +
        "start Lattice as that user.",
    );
  }
  ensureSharedFolder(sharedFolder, account);
  const home = join(sharedFolder, createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  try {
    if (existsSync(home)) {
      // The data folder was removed to begin anew. What it had is set aside, never reused and never deleted.
      const aside = `${home}-until-${new Date().toISOString().replace(/[:.]/g, "-")}`;
      renameSync(home, aside);
      say(`The database of an earlier ${dataDir} is kept in ${aside}.`);
    }
    makeFolder(home, 0o711);
    writeFileSync(note, `${join(home, "postgres")}\n`, { mode: 0o600 });
  } catch (error) {
    throw explainFileError(error, home);
  }
  say(`The database lives in ${home}: the user who runs PostgreSQL cannot reach ${dataDir}.`);
  return home;
}

/** Makes the folder for what cannot stay in the data folder or in node_modules. */
export function ensureSharedFolder(folder: string, account: Account): void {
  try {
    makeFolder(folder, 0o711);
  } catch (error) {
    throw explainFileError(error, folder);
  }
  if (!canReach(account, folder)) {
    throw new EmbeddedPostgresError(
      `The user who runs PostgreSQL (uid ${account?.uid}) cannot reach ${folder}: ` +
        "start Lattice as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/** The mode holds whatever the umask is; a folder that was there keeps its own. */
function makeFolder(folder: string, mode: number): void {
  if (mkdirSync(folder, { recursive: true, mode }) !== undefined) chmodSync(folder, mode);
}
