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
  startEmbeddedPostgres({ dataDir, sharedFolder: join(root, "shared"), say: () => {} });
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lattice-join-"));
  // As root, PostgreSQL's user has to pass through it.
  await chmod(root, 0o755);
  folder = join(root, "data");
  server = await start(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const refused = async (dataDir: string): Promise<AnotherProgramError> => {
  const error = await start(dataDir).catch((thrown: unknown) => thrown);
  if (!(error instanceof AnotherProgramError)) throw new Error("the folder is free");
  return error;
};

test("a command beside a running program works on its database, and leaves it running", async () => {
  const url = await joinEmbeddedPostgres(folder, await refused(folder));
  expect(url).toBe(server.url);
  for (const one of [url, server.url]) {
    const client = new pg.Client({ connectionString: one });
    await client.connect();
    expect((await client.query("select current_database() as name")).rows).toEqual([{ name: "lattice" }]);
    await client.end();
  }
});

test("where the program has no server that answers, one sentence says so", async () => {
  const held = await refused(folder);
  await server.stop();
  await expect(joinEmbeddedPostgres(folder, held, 300)).rejects.toThrow(
    /^The database of the Lattice that runs on .*data \(process \d+\) does not answer \(it is not up\): [^\n]*\.$/,
  );
  server = await start(folder);
});

test("a copy of a running program's folder is not taken for that program's", async () => {
  const copy = join(root, "copy");
  await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith("lattice.lock") });
  const held = new AnotherProgramError(folder, process.pid);
  await expect(joinEmbeddedPostgres(copy, held, 300)).rejects.toBe(held);
});
