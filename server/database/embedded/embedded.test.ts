import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canReach } from "./account.ts";
import { removeEndpoint } from "./endpoint.ts";
import { AnotherProgramError, type EmbeddedPostgres, startEmbeddedPostgres } from "./index.ts";
import { locateHome } from "./locations.ts";
import { readServerFile } from "./stop-server.ts";

const PROGRAM = join(import.meta.dirname, "write-rows.fixture.ts");
const isRoot = process.getuid?.() === 0;
const UNPRIVILEGED_USER = { uid: 65534, gid: 65534 };

let root = "";
const programs = new Set<ChildProcess>();
const clusters = new Set<string>();
const servers = new Set<EmbeddedPostgres>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-embedded-"));
  // If this process runs as root, PostgreSQL's user must be able to enter the folder.
  await chmod(root, 0o755);
  await (await startServer(getNewFolder("original"))).stop();
});

afterAll(async () => {
  for (const program of programs) program.kill("SIGKILL");
  for (const server of servers) await server.stop();
  for (const cluster of clusters) {
    const leftover = readServerFile(cluster);
    removeEndpoint(leftover?.directory);
    if (leftover && leftover.pid !== process.pid) {
      try {
        process.kill(leftover.pid, "SIGQUIT");
      } catch {
        // The process has already exited, as expected.
      }
    }
  }
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** Returns a data folder that does not exist yet. */
function getNewFolder(name: string): string {
  const folder = join(root, name);
  clusters.add(join(folder, "postgres"));
  return folder;
}

/**
 * Creates a data folder with a copy of a cluster, because creating a cluster takes most of the time of a first start.
 */
function copyFolder(name: string): string {
  const folder = getNewFolder(name);
  // If PostgreSQL's user can't enter the data folder, the cluster is elsewhere, and there is nothing to copy.
  if (!existsSync(join(root, "original", "postgres"))) return folder;
  // Uses cp, because fs.cp doesn't preserve the owner.
  execFileSync("cp", ["-a", join(root, "original"), folder]);
  return folder;
}

async function startServer(dataDir: string) {
  const messages: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    sharedFolder: join(root, "shared"),
    print: (line) => messages.push(line),
  });
  servers.add(server);
  return { ...server, messages };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Runs the fixture in a separate process. `lines` is its output so far. `until` waits for `count` lines that start with
 * `prefix`, and throws if the process exits first.
 */
function run(
  dataDir: string,
  options: { account?: { uid: number; gid: number }; mode?: "write" | "once" } = {},
) {
  const child = spawn(process.execPath, [PROGRAM, dataDir, join(root, "shared"), options.mode ?? "once"], {
    ...options.account,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...(options.account && { HOME: "/nonexistent" }) },
  });
  programs.add(child);
  const lines: string[] = [];
  let waiters: (() => void)[] = [];
  const wake = () => {
    const resolvers = waiters;
    waiters = [];
    for (const resolve of resolvers) resolve();
  };
  let isClosed = false;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => {
      isClosed = true;
      programs.delete(child);
      wake();
      resolve();
    });
  });
  const until = async (prefix: string, count = 1): Promise<string> => {
    for (;;) {
      const matches = lines.filter((line) => line.startsWith(prefix));
      if (matches.length >= count) return matches.at(-1) as string;
      if (isClosed) throw new Error(`The program exited without "${prefix}":\n${lines.slice(-5).join("\n")}`);
      await new Promise<void>((resolve) => waiters.push(resolve));
    }
  };
  return { child, lines, until, ended };
}

/** Restarts the program and returns the rows it finds. */
async function readRowsAfterRestart(dataDir: string): Promise<Set<string>> {
  const program = run(dataDir);
  const line = await program.until("rows");
  await program.ended;
  return new Set(line.split(" ").slice(1));
}

describe("a start", () => {
  it("creates a durable, private cluster with Unicode support", async () => {
    const folder = getNewFolder("first");
    const server = await startServer(folder);

    const settings = await query<{ name: string; setting: string }>(
      server.url,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding',
        'password_encryption', 'TimeZone')`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      listen_addresses: "",
      server_encoding: "UTF8",
      password_encryption: "scram-sha-256",
      TimeZone: "UTC",
    });
    // With the C library's "C" character types, trigrams drop all non-ASCII letters.
    await query(server.url, "create extension pg_trgm");
    expect(
      await query(server.url, "select lower('ÄÉМ') as lower, cardinality(show_trgm('Мир')) as trigrams"),
    ).toEqual([{ lower: "äéм", trigrams: 4 }]);

    expect((await stat(join(folder, "postgres-password"))).mode & 0o777).toBe(0o600);
    const directory = new URL(server.url).searchParams.get("host") as string;
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    const wrongUrl = new URL(server.url);
    wrongUrl.password = "wrong";
    await expect(query(wrongUrl.href, "select 1")).rejects.toMatchObject({ code: "28P01" });

    await server.stop();
    expect(existsSync(directory)).toBe(false);
    expect(existsSync(join(folder, "lattice.lock"))).toBe(false);
    expect(readServerFile(join(folder, "postgres"))).toBeUndefined();
  });

  it("finds data from an earlier start", async () => {
    const folder = copyFolder("second");
    const firstServer = await startServer(folder);
    await query(firstServer.url, "create table stored as select 42 as answer");
    await firstServer.stop();

    const secondServer = await startServer(folder);
    expect(secondServer.messages).toEqual([]);
    expect(await query(secondServer.url, "select answer from stored")).toEqual([{ answer: 42 }]);
    await secondServer.stop();
  });

  it("sets a new password when the file with the old one is lost", async () => {
    const folder = copyFolder("password");
    const firstServer = await startServer(folder);
    await firstServer.stop();
    await rm(join(folder, "postgres-password"));

    const secondServer = await startServer(folder);
    expect(new URL(secondServer.url).password).not.toBe(new URL(firstServer.url).password);
    expect(await query(secondServer.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await secondServer.stop();
  });

  it("creates the cluster if an earlier start was killed while creating it", async () => {
    const folder = getNewFolder("interrupted");
    const killedProgram = run(folder);
    await killedProgram.until("message Creating");
    // initdb writes this file early.
    await expect
      .poll(() => readdirSync(folder).some((name) => existsSync(join(folder, name, "data", "PG_VERSION"))))
      .toBe(true);
    killedProgram.child.kill("SIGKILL");
    await killedProgram.ended;
    expect(existsSync(join(folder, "postgres"))).toBe(false);

    const server = await startServer(folder);
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe("a data folder", () => {
  it("can't be opened again while it is in use, by another process or this one, and the error contains the process ID", async () => {
    const folder = copyFolder("taken");
    const server = await startServer(folder);
    const otherProgram = run(folder);
    await otherProgram.ended;
    expect(otherProgram.child.exitCode).toBe(1);
    expect(otherProgram.lines).toEqual([
      `failed AnotherProgramError Another Lattice instance (process ${process.pid}) is already using the data folder ` +
        `${folder}. Stop it first, or set DATA_DIR to another folder.`,
    ]);
    await expect(startServer(folder)).rejects.toSatisfy(
      (error) => error instanceof AnotherProgramError && error.pid === process.pid,
    );
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it("is locked by exactly one of four processes that start at the same time after another was killed", async () => {
    const folder = copyFolder("contended");
    const killedProgram = run(folder, { mode: "write" });
    await killedProgram.until("wrote");
    killedProgram.child.kill("SIGKILL");
    await killedProgram.ended;

    const contenders = [1, 2, 3, 4].map(() => run(folder, { mode: "write" }));
    const outcomes = await Promise.all(
      contenders.map((program) => Promise.any([program.until("ready"), program.until("failed")])),
    ).finally(() => {
      for (const program of contenders) program.child.kill("SIGTERM");
    });
    expect(outcomes.filter((line) => line === "ready")).toHaveLength(1);
    expect(outcomes.filter((line) => line.includes("AnotherProgramError"))).toHaveLength(3);
    await Promise.all(contenders.map((program) => program.ended));
  });

  it("counts as unlocked when the process ID in the lock or in the server's file has been reused", async () => {
    const folder = copyFolder("reused");
    await (await startServer(folder)).stop();
    const unrelatedProcess = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
      stdio: "ignore",
    });
    programs.add(unrelatedProcess);
    await writeFile(
      join(folder, "lattice.lock"),
      JSON.stringify({ pid: unrelatedProcess.pid, start: "long ago" }),
    );
    await writeFile(
      join(folder, "postgres", "postmaster.pid"),
      `${unrelatedProcess.pid}\n${folder}/postgres\n1\n5432\n/tmp/nowhere\n\n  1234567         1\nready   \n`,
    );

    const server = await startServer(folder);
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    expect(unrelatedProcess.exitCode ?? unrelatedProcess.signalCode).toBeNull();
    unrelatedProcess.kill("SIGKILL");
  });
});

describe("a server", () => {
  it("loses no acknowledged row when the program that started it is killed five times during writes", async () => {
    const folder = copyFolder("killed");
    const acknowledgedRows = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const program = run(folder, { mode: "write" });
      await program.until("wrote", 1 + Math.floor(Math.random() * 200));
      program.child.kill("SIGKILL");
      await program.ended;
      for (const line of program.lines) if (line.startsWith("wrote ")) acknowledgedRows.add(line.slice(6));
    }
    const rows = await readRowsAfterRestart(folder);
    expect(acknowledgedRows.size).toBeGreaterThan(10);
    expect([...acknowledgedRows].filter((row) => !rows.has(row))).toEqual([]);
  });

  it("is restarted with every row and the same connection string when it is killed", async () => {
    const folder = copyFolder("restart");
    const server = await startServer(folder);
    await query(server.url, "create table stored as select 42 as answer");
    process.kill(readServerFile(join(folder, "postgres"))?.pid as number, "SIGKILL");

    await expect.poll(() => server.messages.at(-1)).toBe("PostgreSQL is running again.");
    expect(await query(server.url, "select answer from stored")).toEqual([{ answer: 42 }]);
    await server.stop();
  });

  it("is reported if it can't be restarted after it is killed", async () => {
    const folder = copyFolder("broken");
    const server = await startServer(folder);
    await rm(join(folder, "postgres", "global", "pg_control"));
    process.kill(readServerFile(join(folder, "postgres"))?.pid as number, "SIGKILL");

    expect(await server.exited).toMatch(
      /^PostgreSQL exited \(SIGKILL\) and could not be restarted: .*pg_control/,
    );
    await server.stop();
    expect(existsSync(join(folder, "lattice.lock"))).toBe(false);
  });
});

describe("a folder that cannot be used", () => {
  it("is reported when it contains something other than a database", async () => {
    const folder = getNewFolder("foreign");
    await mkdir(join(folder, "postgres"), { recursive: true });
    await writeFile(join(folder, "postgres", "notes.txt"), "mine");
    await expect(startServer(folder)).rejects.toThrow(
      /postgres exists but does not contain a PostgreSQL database/,
    );
    expect(await readFile(join(folder, "postgres", "notes.txt"), "utf8")).toBe("mine");
    expect(existsSync(join(folder, "lattice.lock"))).toBe(false);
  });

  it("is reported when it is a file", async () => {
    const file = join(root, "a-file");
    await writeFile(file, "");
    await expect(startServer(file)).rejects.toThrow(`${file} is not a folder. Set DATA_DIR to a folder.`);
  });

  it.runIf(isRoot)("is reported when PostgreSQL's user can't enter it", async () => {
    const folder = join(root, "entered-by-root-only");
    await mkdir(join(folder, "postgres"), { recursive: true });
    await writeFile(join(folder, "postgres", "PG_VERSION"), "18");
    await chmod(folder, 0o700);
    expect(() => locateHome(folder, join(root, "shared"), { uid: 65533, gid: 65533 }, () => {})).toThrow(
      `The user that runs PostgreSQL (uid 65533) can't access ${folder}, which contains the database. Give that user access`,
    );
  });

  it.skipIf(isRoot)("is reported when it is not writable", async () => {
    const folder = join(root, "closed");
    await mkdir(folder, { mode: 0o500 });
    await expect(startServer(folder)).rejects.toThrow(
      `You don't have permission to write to the folder ${folder}`,
    );
  });
});

describe.runIf(isRoot)("as root", () => {
  it("runs the server as another user", async () => {
    const folder = getNewFolder("root");
    const server = await startServer(folder);
    const pid = readServerFile(join(folder, "postgres"))?.pid as number;
    const owner = await stat(join(folder, "postgres"));
    expect(owner.uid).not.toBe(0);
    expect((await stat(`/proc/${pid}`)).uid).toBe(owner.uid);
    await server.stop();
  });

  it("stores the cluster in the shared folder when the server's user can't access DATA_DIR, and reuses it on the next start", async () => {
    const privateFolder = await mkdtemp(join(root, "closed-"));
    const folder = join(privateFolder, "data");
    const firstServer = await startServer(folder);
    const cluster = (await readFile(join(folder, "postgres-location"), "utf8")).trim();
    clusters.add(cluster);
    expect(cluster.startsWith(join(root, "shared"))).toBe(true);
    expect(firstServer.messages[0]).toContain("can't access");
    await query(firstServer.url, "create table stored as select 42 as answer");
    await firstServer.stop();
    expect((await stat(privateFolder)).mode & 0o777).toBe(0o700);

    const secondServer = await startServer(folder);
    expect(await query(secondServer.url, "select answer from stored")).toEqual([{ answer: 42 }]);
    await secondServer.stop();
  });

  // Another user can't run the tests if they are in a private folder.
  describe.runIf(isRoot && canReach(UNPRIVILEGED_USER, "/", [PROGRAM, process.execPath]))(
    "another user",
    () => {
      it("starts its own server, which root can start again", async () => {
        const home = join(root, "home");
        await mkdir(home);
        await chown(home, UNPRIVILEGED_USER.uid, UNPRIVILEGED_USER.gid);
        const folder = getNewFolder("home/data");
        const program = run(folder, { account: UNPRIVILEGED_USER, mode: "write" });
        await program.until("wrote", 5);
        program.child.kill("SIGTERM");
        await program.until("stopped");
        await program.ended;
        expect((await readRowsAfterRestart(folder)).size).toBeGreaterThanOrEqual(5);
        expect((await stat(join(folder, "postgres"))).uid).toBe(UNPRIVILEGED_USER.uid);
      });

      it("gets an error for a folder that is not writable", async () => {
        const folder = join(root, "roots-own");
        await mkdir(folder);
        const otherProgram = run(folder, { account: UNPRIVILEGED_USER });
        await otherProgram.ended;
        expect(otherProgram.lines).toEqual([
          `failed EmbeddedPostgresError You don't have permission to write to the folder ${folder}. ` +
            "Change its owner, or set DATA_DIR to another folder.",
        ]);
      });
    },
  );
});
