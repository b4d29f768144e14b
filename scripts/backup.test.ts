import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/database/embedded/index.ts";
import { migrate } from "#server/database/index.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { getCommandArguments } from "#server/testing/program.ts";
import { runBackupCommand, USAGE } from "./backup.ts";
import { explainFailure } from "./explain-failure.ts";
import { USAGE as RESTORE_USAGE, runRestoreCommand } from "./restore.ts";

const PASSPHRASE = "correct horse battery";
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-backup-command-"));
  // If this runs as root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(root, 0o711);
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

async function run(
  command: "backup" | "restore",
  args: readonly string[],
  environment: Record<string, string>,
  passphrases: string[] = [],
) {
  const lines: string[] = [];
  const terminal = {
    environment,
    print: (line: string) => lines.push(line),
    readPassphrase: async () => passphrases.shift() ?? "",
    isInteractive: true,
    workFactor: 10,
  };
  const code = await (command === "backup" ? runBackupCommand : runRestoreCommand)(args, terminal).then(
    () => 0,
    (error) => {
      lines.push(String(explainFailure(error, command === "backup" ? USAGE : RESTORE_USAGE)));
      return 1;
    },
  );
  return { code, output: lines.join("\n") };
}

/** Runs a command as a child process. Given `until`, kills the process once its output contains this text. */
async function runScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  until?: string,
) {
  const child = spawn(process.execPath, [...(await getCommandArguments(script)), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (until !== undefined && output.includes(until)) child.kill("SIGKILL");
    });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

async function readEmailAddresses(dataDir: string): Promise<string[]> {
  const embeddedDatabase = await startEmbeddedPostgres({
    dataDir,
    sharedFolder: join(root, "shared"),
    print: () => {},
  });
  const client = new pg.Client({ connectionString: embeddedDatabase.url });
  try {
    await client.connect();
    return (await client.query("select email from auth.users")).rows.map(({ email }) => email);
  } finally {
    await client.end();
    await embeddedDatabase.stop();
  }
}

test("a site with an embedded database is backed up while it is running and while it isn't, and restored into a new folder", async () => {
  const dataDir = join(root, "data");
  const resultWithoutSite = await run("backup", [join(root, "x")], { DATA_DIR: dataDir });
  expect(resultWithoutSite).toEqual({
    code: 1,
    output: `There is no site in ${dataDir}. Set DATA_DIR to the site's data folder, or DATABASE_URL to its database.`,
  });
  const embeddedDatabase = await startEmbeddedPostgres({
    dataDir,
    sharedFolder: join(root, "shared"),
    print: () => {},
  });
  const onlineBackup = join(root, "running.tar.zst");
  try {
    await migrate(embeddedDatabase.url);
    const client = new pg.Client({ connectionString: embeddedDatabase.url });
    await client.connect();
    await client.query("insert into auth.users (email) values ('ada@example.org')");
    await client.end();
    const { code, output } = await runScript("backup.ts", [onlineBackup], { DATA_DIR: dataDir });
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^Backed up \d+ rows and 0 files to .*running\.tar\.zst \([\d.]+ kB\)\.\n/),
    ]);
    expect(await run("backup", [join(root, "nowhere", "x")], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      output: `The folder ${join(root, "nowhere")} doesn't exist. Create it first.`,
    });
    expect(await run("restore", [onlineBackup], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      output: expect.stringContaining("is already using the data folder"),
    });
  } finally {
    await embeddedDatabase.stop();
  }

  const offlineBackup = join(root, "stopped.tar.zst.age");
  const settings = { DATA_DIR: dataDir };
  expect((await run("backup", [offlineBackup, "--encrypt"], settings, ["short"])).output).toBe(
    "The passphrase must have at least 8 characters.",
  );
  expect(
    (await run("backup", [offlineBackup, "--encrypt"], settings, [PASSPHRASE, "another one"])).output,
  ).toBe("The passphrases don't match.");
  expect(
    (await run("backup", [offlineBackup, "--encrypt"], settings, [PASSPHRASE, PASSPHRASE])).output,
  ).toContain("encrypted).");

  const newFile = join(root, "unattended.backup");
  for (const [script, args] of [
    ["backup.ts", [newFile, "--encrypt"]],
    ["restore.ts", [offlineBackup]],
  ] as const)
    expect(await runScript(script, args, { DATA_DIR: join(root, "unattended") })).toEqual({
      code: 1,
      output: "Can't prompt for the passphrase without a terminal. Set BACKUP_PASSPHRASE.\n",
    });

  const restoredDir = join(root, "restored");
  const targetSettings = { DATA_DIR: restoredDir };
  expect((await run("restore", [offlineBackup], targetSettings, ["not the passphrase"])).output).toContain(
    "The passphrase is wrong.",
  );
  expect((await readdir(root)).includes("restored")).toBe(false);
  // A restore that was killed halfway can be repeated.
  const killedRun = await runScript(
    "restore.ts",
    [offlineBackup],
    { ...targetSettings, BACKUP_PASSPHRASE: PASSPHRASE },
    "Creating the database",
  );
  expect(killedRun.code).toBeNull();
  expect(
    await run("restore", [offlineBackup], { ...targetSettings, BACKUP_PASSPHRASE: PASSPHRASE }),
  ).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Restored \d+ rows and 0 files\. Start the site with npm start\.$/),
  });
  expect(await readEmailAddresses(restoredDir)).toEqual(["ada@example.org"]);
  expect((await run("restore", [onlineBackup], targetSettings)).output).toContain(
    "The site isn't empty: it has accounts.",
  );
});

test("without FILE, the backup is written to BACKUP_DIR under a generated name, and old backups are deleted", async () => {
  const folder = join(root, "backups");
  const database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: join(root, "files"),
    BACKUP_DIR: folder,
    BACKUP_KEEP: "1",
  };
  expect((await run("backup", [], settings)).code).toBe(0);
  const pattern = /^lattice-[0-9a-z]+-\d{8}-\d{6}\.tar\.zst$/;
  const [firstName = ""] = await readdir(folder);
  expect(firstName).toMatch(pattern);
  const oldName = firstName.replace(/-\d{8}-/, "-20200101-");
  await rename(join(folder, firstName), join(folder, oldName));
  expect((await run("backup", [], settings)).output).toContain("Deleted 1 old backup.");
  expect(await readdir(folder)).toEqual([expect.stringMatching(pattern)]);
  expect(existsSync(join(folder, oldName))).toBe(false);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await database.drop();
});

test("invalid arguments are explained", async () => {
  const settings = { DATA_DIR: join(root, "none") };
  for (const args of [[], ["a", "b"], ["--bogus"]]) {
    expect(await run("backup", args, settings)).toEqual({ code: 1, output: USAGE });
    expect(await run("restore", args, settings)).toEqual({ code: 1, output: RESTORE_USAGE });
  }
  expect((await run("restore", [join(root, "nothing")], settings)).output).toContain("it doesn't exist");
});
