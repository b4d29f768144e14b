import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createLifecycle } from "./lifecycle.ts";
import { prepareDatabase } from "./prepare-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("if scheduled backups can't run, startup prints one line about it and continues", async () => {
  const lines: string[] = [];
  const start = (BACKUP_DIR: string) =>
    prepareDatabase(readConfig({ DATABASE_URL: database.url, DATA_DIR: tmpdir(), BACKUP_DIR }), {
      log: createLog("silent"),
      print: (line) => lines.push(line),
      lifecycle: createLifecycle(1_000),
    });
  await start(tmpdir());
  expect(lines).toEqual([]);
  const folder = join(import.meta.filename, "backups");
  expect(await start(folder)).toEqual({ url: database.url, hasDemo: false });
  expect(lines).toEqual([
    `Scheduled backups can't run. Can't write to the folder ${folder} (BACKUP_DIR): part of its path is a file.`,
  ]);
});
