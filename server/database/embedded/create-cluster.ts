import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Account, chooseInitAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { removeEndpoint } from "./endpoint.ts";
import { EmbeddedPostgresError, explainFileError, explainOutput } from "./errors.ts";
import { finishReplacing } from "./replace-cluster.ts";
import { runProgram } from "./run-program.ts";
import { clearLeftoverServer } from "./stop-server.ts";
import { syncFolder } from "./sync-folder.ts";

/** Names of incomplete clusters begin with this. The next start deletes them. */
export const DRAFT_PREFIX = "postgres.new-";
/**
 * Locales for character types, in order of preference. Trigrams use the C library's character types. With any of these
 * locales, the database sorts by code point.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

/** Creates `<home>/postgres` if missing. An interrupted start leaves nothing that looks like a database. */
export async function ensureCluster(
  home: string,
  binaries: Binaries,
  account: Account,
  password: string,
  print: (line: string) => void,
): Promise<string> {
  const cluster = join(home, "postgres");
  try {
    for (const leftover of readdirSync(home).filter((name) => name.startsWith(DRAFT_PREFIX))) {
      removeEndpoint(await clearLeftoverServer(join(home, leftover), binaries, print));
      rmSync(join(home, leftover), { recursive: true, force: true, maxRetries: 5 });
    }
    finishReplacing(home);
    if (existsSync(cluster)) {
      checkCluster(cluster);
      return cluster;
    }
    print("Creating the database (first start only).");
    await createCluster(
      cluster,
      join(home, `${DRAFT_PREFIX}${randomBytes(4).toString("hex")}`),
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
  const ownUid = process.getuid?.() ?? owner;
  if (ownUid !== 0 && owner !== ownUid) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the user with uid ${owner}. Start Lattice as that user or as root.`,
    );
  }
  if (existsSync(join(cluster, "PG_VERSION"))) return;
  throw new EmbeddedPostgresError(
    `${cluster} exists but does not contain a PostgreSQL database. Move it elsewhere, or set DATA_DIR to another folder.`,
  );
}

/** Creates the cluster in the folder `draft` and moves it to `cluster`. */
export async function createCluster(
  cluster: string,
  draft: string,
  binaries: Binaries,
  account: Account,
  password: string,
): Promise<void> {
  const initAccount = chooseInitAccount(account);
  const data = join(draft, "data");
  const passwordFile = join(draft, "password");
  mkdirSync(draft, { mode: 0o700 });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (initAccount) {
      chownSync(passwordFile, initAccount.uid, initAccount.gid);
      chownSync(draft, initAccount.uid, initAccount.gid);
    }
    let result = { ok: false, output: "" };
    for (const characterType of CHARACTER_TYPES) {
      result = await runProgram(
        binaries.initdb,
        [
          `--pgdata=${data}`,
          "--username=lattice",
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C",
          `--lc-ctype=${characterType}`,
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
          "--data-checksums",
        ],
        initAccount,
      );
      if (result.ok || !/invalid locale name/.test(result.output)) break;
    }
    if (!result.ok) throw explainOutput("Creating the database", result.output, cluster);
    if (account) changeOwner(account, data);
    renameSync(data, cluster);
    syncFolder(join(cluster, ".."));
  } finally {
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

function changeOwner(account: { uid: number; gid: number }, path: string): void {
  lchownSync(path, account.uid, account.gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) changeOwner(account, join(path, name));
}
