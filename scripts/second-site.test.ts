import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRunningInstances, recordRunningInstance } from "#server/platform/running-instances.ts";
import { refuseSecondSite } from "./with-database.ts";

let folder: string;
const server = createServer((_request, response) => response.end("ok\n"));
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lattice-running-"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const buildInstance = (overrides: object = {}) => ({
  url,
  dataDir: "/srv/x",
  usesDatabaseUrl: false,
  settings: "DATA_DIR=/srv/x PORT=4000 ",
  ...overrides,
});

test("a running instance is found until it removes its record or no longer responds", async () => {
  const records = join(folder, "records");
  expect(await findRunningInstances(records)).toEqual([]);
  const remove = recordRunningInstance(buildInstance(), records);
  expect(await findRunningInstances(records)).toEqual([buildInstance()]);
  // Files left behind by a crash and by an interrupted write.
  await writeFile(join(records, "1.json"), JSON.stringify(buildInstance({ url: "http://127.0.0.1:1" })));
  await writeFile(join(records, "2.json"), "{");
  expect(await findRunningInstances(records)).toEqual([buildInstance()]);
  remove();
  expect(await findRunningInstances(records)).toEqual([]);
  expect(await readdir(records)).toEqual(["1.json", "2.json"]);
});

test("the program starts even if it can't write its record", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "");
  expect(() => recordRunningInstance(buildInstance(), join(file, "records"))()).not.toThrow();
});

test("a command doesn't create a second, empty site next to a running one", async () => {
  const dataDir = join(folder, "data");
  const options = { createsSite: true };
  await expect(refuseSecondSite(dataDir, [], options)).resolves.toBeUndefined();
  await expect(refuseSecondSite(dataDir, [buildInstance()], options)).rejects.toThrow(
    `There is no site in ${dataDir}, but one is running at ${url} with the data folder /srv/x.\n` +
      "Run the command with the same settings:\n  DATA_DIR=/srv/x PORT=4000 npm run …\n" +
      `To create a new site in ${dataDir} instead, set DATA_DIR=${dataDir}.`,
  );
  await expect(
    refuseSecondSite(dataDir, [buildInstance({ usesDatabaseUrl: true })], options),
  ).rejects.toThrow("with the database at DATABASE_URL");
  await expect(refuseSecondSite(dataDir, [buildInstance()], { createsSite: false })).rejects.toThrow(
    /npm run …$/,
  );
  expect(await readdir(folder)).not.toContain("data");
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await expect(refuseSecondSite(dataDir, [buildInstance()], options)).resolves.toBeUndefined();
});
