import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { createTestDatabase } from "#server/testing/database.ts";
import { findCrossModuleAccess, readOwners } from "./check-table-access.ts";
import { findTableAccess } from "./find-table-access.ts";

const ROOT = join(import.meta.dirname, "../..");
const TABLES = new Set(["public.comments", "public.profiles", "auth.users"]);
const EXPORTED_TABLES = new Map([["profiles", new Map([["profiles", "public.profiles"]])]]);

/** Returns the table access in a source text, such as "reads auth.users". */
const find = (text: string) =>
  findTableAccess(
    ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true),
    TABLES,
    EXPORTED_TABLES,
  ).map(({ table, isWrite }) => `${isWrite ? "writes" : "reads"} ${table}`);

test.each([
  [
    "a select",
    "sql`select 1 from public.comments c join auth.users u on true`",
    ["reads public.comments", "reads auth.users"],
  ],
  ["an insert", "sql`insert into public.comments (id) values ($1)`", ["writes public.comments"]],
  ["an update", "sql`update auth.users set id = 1`", ["writes auth.users"]],
  ["a deletion", "pool.query('delete from public.profiles')", ["writes public.profiles"]],
  [
    "a CTE that writes",
    "sql`with x as (delete from public.comments returning id) select 1 from public.profiles`",
    ["writes public.comments", "reads public.profiles"],
  ],
  [
    "a table's name without a schema, which counts as a write",
    "sql`select 1 from comments`",
    ["writes public.comments"],
  ],
  ["a CTE with a table's name", "sql`with comments as (select 1) select 1 from comments`", []],
  ["a column with a table's name", "sql`select c.comments, comments from public.posts`", []],
  [
    "a statement with an interpolated table name",
    `const t = 'auth.users'; sql\`update \${t} set id = 1\``,
    ["reads auth.users", "writes auth.users"],
  ],
  [
    "another module's table in the query builder",
    'import { profiles } from "#server/profiles/index.ts"; db.select().from(profiles)',
    ["reads public.profiles"],
  ],
  [
    "an update with the query builder",
    'import { profiles as p } from "#server/profiles/index.ts"; tx.update(p)',
    ["writes public.profiles"],
  ],
])("finds the table access in %s", (_, text, expectedAccess) => {
  expect(find(text)).toEqual(expectedAccess);
});

test("every table of the database has one owner", async () => {
  const database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'drizzle')`,
  );
  await database.drop();
  const { owners } = await readOwners(ROOT);
  expect([...owners.keys()].sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("the check finds a module that uses another module's table without permission", async () => {
  const root = mkdtempSync(join(tmpdir(), "lattice-tables-"));
  try {
    const files = ["server/markets/tables.ts", "server/weather/read-prices.ts"];
    for (const file of files) mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, "server/markets/tables.ts"), 'export const TABLES = ["public.prices"];\n');
    writeFileSync(join(root, "server/weather/read-prices.ts"), "sql`select 1 from public.prices`;\n");
    expect((await findCrossModuleAccess(root))?.split("\n")).toContain(
      "server/weather/read-prices.ts:1 reads public.prices, which markets owns",
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
