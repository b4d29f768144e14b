import { chmod, mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageClient } from "@supabase/storage-js";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Program, startProgram } from "#server/testing/program.ts";

const SECRET = "a secret that only this test of a killed process knows";

let database: TestDatabase;
let dataDir: string;
let program: Program | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "lattice-killed-"));
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  await program?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<{ runningProgram: Program; token: string; client: StorageClient }> {
  program = await startProgram({ DATABASE_URL: database.url, DATA_DIR: dataDir, AUTH_JWT_SECRET: SECRET });
  const token = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(SECRET));
  const client = new StorageClient(`${program.url}/storage/v1`, { authorization: `Bearer ${token}` });
  return { runningProgram: program, token, client };
}

async function listPartialFiles(): Promise<string[]> {
  const paths = await readdir(dataDir, { recursive: true });
  return paths.filter((path) => path.includes("/half/")).map((path) => join(dataDir, path));
}

test("uploads in progress when the process is killed are never visible and are cleaned up later", async () => {
  const first = await start();
  await first.client.createBucket("files");
  await first.client.from("files").upload("old", "the content before");

  for (const key of ["old", "new"]) {
    const socket = connect(Number(new URL(first.runningProgram.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      `PUT /storage/v1/object/files/${key} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${first.token}\r\n` +
        `Content-Length: 5000000\r\n\r\n${"x".repeat(500_000)}`,
    );
  }
  await expect.poll(async () => (await listPartialFiles()).length).toBe(2);
  await first.runningProgram.kill();
  expect(await listPartialFiles()).toHaveLength(2);
  // Recent files are skipped, so make these look old.
  for (const file of await listPartialFiles()) await utimes(file, new Date(0), new Date(0));

  const second = await start();
  expect(await (await second.client.from("files").download("old")).data?.text()).toBe("the content before");
  expect((await second.client.from("files").exists("new")).data).toBe(false);
  expect((await second.client.from("files").list()).data?.map(({ name }) => name)).toEqual(["old"]);
  await expect.poll(listPartialFiles).toEqual([]);
});
