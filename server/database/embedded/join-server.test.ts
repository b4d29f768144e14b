import { chmod, cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AnotherProgramError,
  type EmbeddedPostgres,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from "./index.ts";

let root: string;
let folder: string;
let server: EmbeddedPostgres;
const start = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, sharedFolder: join(root, "shared"), print: () => {} });
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-join-"));
  // If this process runs as root, PostgreSQL's user must be able to enter the folder.
  await chmod(root, 0o755);
  folder = join(root, "data");
  server = await start(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const catchLockError = async (dataDir: string): Promise<AnotherProgramError> => {
  const error = await start(dataDir).catch((thrown: unknown) => thrown);
  if (!(error instanceof AnotherProgramError)) throw new Error("the folder isn't locked");
  return error;
};

test("a command uses the database of a running instance and leaves it running", async () => {
  const url = await joinEmbeddedPostgres(folder, await catchLockError(folder));
  expect(url).toBe(server.url);
  for (const connectionString of [url, server.url]) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    expect((await client.query("select current_database() as name")).rows).toEqual([{ name: "lattice" }]);
    await client.end();
  }
});

test("an unresponsive server is reported", async () => {
  const lockError = await catchLockError(folder);
  await server.stop();
  await expect(joinEmbeddedPostgres(folder, lockError, 300)).rejects.toThrow(
    /^The database of the Lattice instance that uses .*data \(process \d+\) isn't responding: it isn't ready\. [^\n]*\.$/,
  );
  server = await start(folder);
});

test("a copy of a running instance's folder isn't mistaken for the original", async () => {
  const copy = join(root, "copy");
  await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith("lattice.lock") });
  const lockError = new AnotherProgramError(folder, process.pid);
  await expect(joinEmbeddedPostgres(copy, lockError, 300)).rejects.toBe(lockError);
});
