import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, pendingMigrations } from "#server/database/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a migrated database has nothing pending, and migrating again changes nothing", async () => {
  expect(await pendingMigrations(database.pool)).toBe(0);
  await migrate(database.url);
  expect(await pendingMigrations(database.pool)).toBe(0);
});

test("several programs that start at once migrate a new database without harm", async () => {
  await database.pool.query("create database lattice_race");
  const url = new URL(database.url);
  url.pathname = "/lattice_race";
  await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
  await database.pool.query("drop database lattice_race with (force)");
});
