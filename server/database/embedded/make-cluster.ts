import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Account, chooseInitAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError, explainFileError, explainOutput } from "./errors.ts";
import { runProgram } from "./run-program.ts";

const DRAFT = "postgres.new-";
/** Sorting is by code point and the same everywhere; the C library's character types are what trigrams read. */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/**
 * Makes the cluster `<home>/postgres` where there is none. It is made aside and renamed when whole, so that a
 * start that was killed half-way leaves nothing that looks like a database.
 */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  account: Account,
  password: string,
  say: (line: string) => void,
): Promise<string> {
  const cluster = join(home, "postgres");
  try {
    for (const left of readdirSync(home).filter((name) => name.startsWith(DRAFT))) {
      rmSync(join(home, left), { recursive: true, force: true, maxRetries: 5 });
    }
    if (existsSync(cluster)) {
      checkCluster(cluster);
      return cluster;
    }
    say("Making the database (once).");
    await makeCluster(
      cluster,
      join(home, `${DRAFT}${randomBytes(4).toString("hex")}`),
      binaries,
      account,
      password,
    );
    return cluster;
  } catch (error) {
    throw explainFileError(error, home);
  }
}

function checkCluster(cluster: string): void {
  const owner = statSync(cluster).uid;
  const self = process.getuid?.() ?? owner;
  if (self !== 0 && owner !== self) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the user with uid ${owner}: start Lattice as that user or as root.`,
    );
  }
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  throw new EmbeddedPostgresError(
    `${cluster} is there but holds no PostgreSQL database: move it away, or set DATA_DIR to another folder.`,
  );
}

async function makeCluster(
  cluster: string,
  draft: string,
  binaries: Binaries,
  account: Account,
  password: string,
): Promise<void> {
  const maker = chooseInitAccount(account);
  const data = join(draft, "data");
  const passwordFile = join(draft, "password");
  mkdirSync(draft, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (maker) {
      chownSync(passwordFile, maker.uid, maker.gid);
      chownSync(draft, maker.uid, maker.gid);
    }
    let result = { ok: false, output: "" };
    for (const characters of CHARACTER_TYPES) {
      result = await runProgram(
        binaries.initdb,
        [
          `--pgdata=${data}`,
          "--username=lattice",
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C",
          `--lc-ctype=${characters}`,
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
          "--data-checksums",
        ],
        maker,
      );
      if (result.ok || !/invalid locale name/.test(result.output)) break;
    }
    if (!result.ok) throw explainOutput("Making the database", result.output, cluster);
    if (account) giveTo(account, data);
    renameSync(data, cluster);
    syncFolder(join(cluster, ".."));
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

function giveTo(account: { uid: number; gid: number }, path: string): void {
  lchownSync(path, account.uid, account.gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(account, join(path, name));
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
