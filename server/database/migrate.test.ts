import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countPendingMigrations, migrate } from "#server/database/index.ts";
import { StartError } from "#server/platform/start-error.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a migrated database has nothing pending, and migrating again changes nothing", async () => {
  expect(await countPendingMigrations(database.pool)).toBe(0);
  await migrate(database.url);
  expect(await countPendingMigrations(database.pool)).toBe(0);
});

test("several processes can migrate a new database at the same time", async () => {
  await database.pool.query("create database lattice_race");
  const url = new URL(database.url);
  url.pathname = "/lattice_race";
  await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
  await database.pool.query("drop database lattice_race with (force)");
});

describe("the applied migrations are compared with the program's files:", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lattice-migrations-"));
    await cp(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("unchanged files are accepted", async () => {
    await expect(migrate(database.url, folder)).resolves.toBeUndefined();
  });

  test("a file that was edited after it was applied prevents startup", async () => {
    await appendFile(join(folder, "0001_forum.sql"), "\n-- edited\n");
    await expect(migrate(database.url, folder)).rejects.toThrow(StartError);
    await expect(migrate(database.url, folder)).rejects.toThrow(
      /^The migration 0001_forum differs from .*\.$/,
    );
  });

  test("a file that was added before an applied one prevents startup", async () => {
    const file = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(await readFile(file, "utf8"));
    journal.entries.splice(1, 0, { ...journal.entries[0], idx: 1, when: 1795000000500, tag: "0000_late" });
    await writeFile(file, JSON.stringify(journal));
    await writeFile(join(folder, "0000_late.sql"), "create table public.late (id integer);");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      /^The migration 0000_late was never applied .*\.$/,
    );
    const { rows } = await database.pool.query("select to_regclass('public.late') as late");
    expect(rows).toEqual([{ late: null }]);
  });
});
