import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyDatabase } from "#server/backup/index.ts";
import { migrate, openDatabase } from "#server/database/index.ts";
import { loadDemoCommunity } from "#server/demo/index.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createLog } from "#server/platform/log.ts";
import { describeDatabase } from "#server/testing/describe-database.ts";
import { chooseServerAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./create-cluster.ts";
import { buildConnectionString, createEndpoint, removeEndpoint } from "./endpoint.ts";
import { startEmbeddedPostgres } from "./index.ts";
import { launchServer } from "./launch-server.ts";
import { ensureDataFolder } from "./locations.ts";
import { ensurePassword } from "./password.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { stopServer } from "./stop-server.ts";

const OLD_MAJOR = 17;
const FIXTURE = join(import.meta.dirname, "move-database.fixture.ts");
const print = () => {};
/** Turns off syncing, which is slow and only protects against power failures. */
const settings = { fsync: "off" };
const describeAcrossVersions = (url: string) => describeDatabase(url, { acrossVersions: true });
let root = "";
let sharedFolder = "";
/** A data folder of PostgreSQL 17, and a copy of it that was moved to 18. */
let originalFolder = "";
let movedFolder = "";
let movedMessages: string[] = [];
let expected: Record<string, string> = {};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-upgrade-"));
  // If this process runs as root, PostgreSQL's user must be able to enter the folder.
  await chmod(root, 0o711);
  sharedFolder = join(root, "shared");
  originalFolder = join(root, "original");
  await withOldServer(originalFolder, async (url) => {
    await migrate(url);
    const log = createLog("silent");
    const database = openDatabase({ url, log, maxConnections: 2 });
    await loadDemoCommunity({ database, log, clock: systemClock, hashPassword: async () => "x" });
    await database.close();
    expected = await describeAcrossVersions(url);
  });
  movedFolder = copyFolder(originalFolder, "moved");
  movedMessages = await start(movedFolder, async () => {});
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** Runs PostgreSQL 17 on a folder, which is created if missing, as a release with that version did. */
async function withOldServer(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  ensureDataFolder(dataDir);
  const account = chooseServerAccount(join(dataDir, "postgres"));
  const binaries = await findBinaries(account, sharedFolder, print, OLD_MAJOR);
  const password = ensurePassword(dataDir);
  const cluster = await ensureCluster(dataDir, binaries, account, password, print);
  const endpoint = await createEndpoint(account);
  const logFile = join(dataDir, "postgres.log");
  const server = { account, binaries, cluster, endpoint, logFile, print, settings };
  const child = await prepareDatabase(server, await launchServer(server), password);
  try {
    await work(buildConnectionString(endpoint, password, "lattice"));
  } finally {
    await stopServer(child.pid as number, binaries);
    removeEndpoint(endpoint.directory);
  }
}

function copyFolder(source: string, name: string): string {
  const folder = join(root, name);
  // Uses cp, because fs.cp doesn't preserve the owner.
  execFileSync("cp", ["-a", source, folder]);
  return folder;
}

const readVersion = (dataDir: string, cluster = "postgres") =>
  readFileSync(join(dataDir, cluster, "PG_VERSION"), "utf8").trim();
const listClusters = (dataDir: string) =>
  readdirSync(dataDir).filter((name) => existsSync(join(dataDir, name, "PG_VERSION")));

async function start(dataDir: string, work: (url: string) => Promise<void>): Promise<string[]> {
  const messages: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    sharedFolder,
    settings,
    print: (line) => messages.push(line),
    async copyDatabase(from, to) {
      await copyDatabase(from, to);
    },
  });
  try {
    await work(server.url);
  } finally {
    await server.stop();
  }
  return messages;
}

/** Starts the server, checks that the data has been moved, and returns what the server printed. */
async function expectMoved(dataDir: string): Promise<string[]> {
  const messages = await start(dataDir, async (url) =>
    expect(await describeAcrossVersions(url)).toEqual(expected),
  );
  expect(readVersion(dataDir)).toBe("18");
  expect(listClusters(dataDir).sort()).toEqual(["postgres", "postgres-17"]);
  return messages;
}

const runAndKill = (dataDir: string, moment: "before" | "after") =>
  spawnSync(process.execPath, [...process.execArgv, FIXTURE, dataDir, sharedFolder, moment], {
    stdio: "inherit",
  }).signal;

describe("a data folder of PostgreSQL 17", () => {
  test("is moved to 18 with every row, sequence and constraint, and the old cluster still works", async () => {
    const dataDir = movedFolder;
    expect(movedMessages).toEqual([
      "Moving the database from PostgreSQL 17 to 18. The old database isn't changed.",
      `The database was moved. Delete ${join(dataDir, "postgres-17")} when you no longer need the old one.`,
    ]);
    // The next start has nothing to do.
    expect(await expectMoved(dataDir)).toEqual([]);
    const oldFolder = join(root, "old");
    execFileSync("cp", ["-a", dataDir, oldFolder]);
    await rm(join(oldFolder, "postgres"), { recursive: true });
    renameSync(join(oldFolder, "postgres-17"), join(oldFolder, "postgres"));
    await withOldServer(oldFolder, async (url) =>
      expect(await describeAcrossVersions(url)).toEqual(expected),
    );
  });

  test("is moved again if the program was killed before the old cluster was moved away, because it may have changed since", async () => {
    const dataDir = copyFolder(movedFolder, "repeated");
    await start(dataDir, (url) => execute(url, "delete from public.comments"));
    renameSync(join(dataDir, "postgres"), join(dataDir, "postgres-upgraded"));
    renameSync(join(dataDir, "postgres-17"), join(dataDir, "postgres"));
    await expectMoved(dataDir);
  });

  test("gets the new cluster if the program was killed between moving the old one away and the new one into place", async () => {
    const dataDir = copyFolder(movedFolder, "between");
    renameSync(join(dataDir, "postgres"), join(dataDir, "postgres-upgraded"));
    await expectMoved(dataDir);
  });

  test("isn't changed and remains usable if the rows can't be copied, and is moved by the next start if the program was killed before or after they were copied", async () => {
    const dataDir = copyFolder(originalFolder, "failed");
    // The new database's tables reject this row.
    await withOldServer(dataDir, (url) =>
      execute(
        url,
        `set session_replication_role = replica; alter table public.comments alter content drop not null;
         insert into public.comments (post_id, author_id, content)
         select post_id, author_id, null from public.comments limit 1`,
      ),
    );
    await expect(start(dataDir, async () => {})).rejects.toThrow(/violates not-null constraint/);
    expect(listClusters(dataDir)).toEqual(["postgres"]);
    await withOldServer(dataDir, (url) =>
      execute(
        url,
        "set session_replication_role = replica; delete from public.comments where content is null",
      ),
    );
    for (const moment of ["before", "after"] as const) {
      expect(runAndKill(dataDir, moment)).toBe("SIGKILL");
      expect(readVersion(dataDir)).toBe("17");
    }
    await expectMoved(dataDir);
  });

  test("is refused by commands, with a message that says what to do", async () => {
    const dataDir = copyFolder(originalFolder, "command");
    await expect(startEmbeddedPostgres({ dataDir, sharedFolder, print })).rejects.toThrow(
      /was created by PostgreSQL 17\. Run npm start, which moves it to PostgreSQL 18/,
    );
  });
});

test("a data folder of a PostgreSQL version that is newer than ours, or too old to be moved, is refused, with a message that says what to do", async () => {
  const dataDir = copyFolder(originalFolder, "other");
  const versionFile = join(dataDir, "postgres", "PG_VERSION");
  writeFileSync(versionFile, "99\n");
  await expect(start(dataDir, async () => {})).rejects.toThrow(/created by PostgreSQL 99, .* Update Lattice/);
  writeFileSync(versionFile, "9\n");
  await expect(start(dataDir, async () => {})).rejects.toThrow(
    "This version of Lattice can't move a database from PostgreSQL 9.",
  );
});

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
