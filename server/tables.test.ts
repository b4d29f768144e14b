import { globSync } from "node:fs";
import { join } from "node:path";
import { getTableUniqueName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const FILES = globSync("*/tables.ts", { cwd: import.meta.dirname });
const modules = await Promise.all(
  FILES.map(async (file) => (await import(join(import.meta.dirname, file))) as Record<string, unknown>),
);
/** Tables that the modules define for the query builder. */
const TABLES = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => [getTableUniqueName(table), table] as const);

test.each(TABLES)("the definition of %s matches the database", async (name, table) => {
  const { rows } = await database.pool.query<{ name: string; type: string; not_null: boolean }>(
    `select attname as name, format_type(atttypid, null) as type, attnotnull as not_null
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [name],
  );
  const storedColumns = new Map(rows.map((row) => [row.name, row]));
  for (const column of getTableConfig(table).columns) {
    const storedColumn = storedColumns.get(column.name);
    expect({ column: column.name, type: column.getSQLType(), notNull: column.notNull }).toEqual({
      column: column.name,
      type: storedColumn?.type,
      notNull: storedColumn?.not_null,
    });
  }
});
