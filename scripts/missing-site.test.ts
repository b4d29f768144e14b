import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { runAdminCommand } from "./admin.ts";
import { runBackupCommand } from "./backup.ts";
import { runDemoCommand } from "./demo.ts";
import { runFilesCommand } from "./files.ts";
import { fetchNews } from "./news.ts";
import { type Environment, withDatabase } from "./with-database.ts";

const EMPTY_DATABASE = "lattice_without_a_site";
let database: TestDatabase;
let emptyDatabaseUrl: string;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`create database ${EMPTY_DATABASE}`);
  const url = new URL(database.url);
  url.pathname = `/${EMPTY_DATABASE}`;
  emptyDatabaseUrl = url.href;
  folder = await mkdtemp(join(tmpdir(), "lattice-missing-site-"));
});
afterAll(async () => {
  await database.pool.query(`drop database ${EMPTY_DATABASE} with (force)`);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const createTerminal = (environment: Environment) => ({
  environment,
  print: () => {},
  confirm: async () => true,
  readPassword: async () => "",
  readPassphrase: async () => "",
  isInteractive: false,
});

test.each<[string, (environment: Environment) => Promise<unknown>]>([
  ["admin promote", (environment) => runAdminCommand(["promote", "ada"], createTerminal(environment))],
  ["admin demote", (environment) => runAdminCommand(["demote", "ada"], createTerminal(environment))],
  ["admin reset", (environment) => runAdminCommand(["reset", "ada"], createTerminal(environment))],
  ["demo remove", (environment) => runDemoCommand(["remove"], createTerminal(environment))],
  ["news fetch", (environment) => fetchNews(["fetch"], createTerminal(environment))],
  ["files status", (environment) => runFilesCommand(["status"], createTerminal(environment))],
  ["backup", (environment) => runBackupCommand([join(folder, "x.backup")], createTerminal(environment))],
  // Opens the database as `npm run recount` does.
  ["any other command", (environment) => withDatabase({ maxConnections: 1, environment }, async () => {})],
])("%s reports that there is no site, says where it looked, and doesn't create one", async (_name, run) => {
  const dataDir = join(folder, "data");
  await expect(run({ DATA_DIR: dataDir })).rejects.toThrow(`There is no site in ${dataDir}. Set DATA_DIR`);
  expect(existsSync(dataDir)).toBe(false);

  await expect(run({ DATA_DIR: dataDir, DATABASE_URL: emptyDatabaseUrl })).rejects.toThrow(
    new RegExp(`^There is no site in the database at [^ ]+/${EMPTY_DATABASE}\\. Set DATA_DIR`),
  );
  const client = new pg.Client({ connectionString: emptyDatabaseUrl });
  await client.connect();
  const { rows } = await client.query(
    "select nspname from pg_namespace where nspname in ('drizzle', 'auth')",
  );
  await client.end();
  expect(rows).toEqual([]);
});

test("admin create creates the site", async () => {
  const args = ["create", "--email", "ada@example.org", "--name", "ada_l"];
  await runAdminCommand(args, createTerminal({ DATA_DIR: folder, DATABASE_URL: emptyDatabaseUrl }));
  await expect(
    runAdminCommand(
      ["promote", "ada_l"],
      createTerminal({ DATA_DIR: folder, DATABASE_URL: emptyDatabaseUrl }),
    ),
  ).resolves.toBeUndefined();
});
