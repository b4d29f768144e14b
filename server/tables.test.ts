import { globSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The tables that the modules' tables.ts files describe for the query builder. */
const files = globSync("*/tables.ts", { cwd: import.meta.dirname }).filter(
  (file) => !file.startsWith("markdown"),
);

test.each(files)("%s describes columns as the database has them", async (file) => {
  const exported = (await import(join(import.meta.dirname, file))) as Record<string, unknown>;
  const tables = Object.values(exported).filter((value): value is PgTable => is(value, PgTable));
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    const { schema, name, columns } = getTableConfig(table);
    const { rows } = await database.pool.query<{ name: string; type: string; not_null: boolean }>(
      `select attname as name, format_type(atttypid, null) as type, attnotnull as not_null
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [`${schema ?? "public"}.${name}`],
    );
    const actual = new Map(rows.map((row) => [row.name, row]));
    for (const column of columns) {
      const place = `${schema ?? "public"}.${name}.${column.name}`;
      const found = actual.get(column.name);
      expect({ place, type: column.getSQLType(), notNull: column.notNull }).toEqual({
        place,
        type: found?.type,
        notNull: found?.not_null,
      });
    }
  }
});
