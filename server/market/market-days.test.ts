import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#server/database/index.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "lattice-market-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("upgrading an older database preserves its prices and stores each day's last price", async () => {
  const migrationsFolder = join(import.meta.dirname, "../database/migrations");
  await cp(migrationsFolder, folder, { recursive: true });
  const journalFile = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8"));
  journal.entries = journal.entries.filter(({ tag }: { tag: string }) => tag <= "0011_market");
  await writeFile(journalFile, JSON.stringify(journal));

  const name = `${new URL(database.url).pathname.slice(1)}_before`;
  await database.pool.query(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  try {
    await migrate(url.href, folder);
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query("set time zone 'Asia/Tokyo'");
    await client.query(`insert into public.market_prices (symbol, at, price) values
      ('BTC', '2026-05-09T23:55:00Z', 1), ('BTC', '2026-05-09T12:00:00Z', 2),
      ('BTC', '2026-05-10T00:00:00Z', 3), ('ADA', '2026-05-09T00:05:00Z', 4)`);
    await migrate(url.href);
    const { rows } = await client.query(
      "select symbol, day::text, price from public.market_days order by symbol, day",
    );
    expect(rows).toEqual([
      { symbol: "ADA", day: "2026-05-09", price: 4 },
      { symbol: "BTC", day: "2026-05-09", price: 1 },
      { symbol: "BTC", day: "2026-05-10", price: 3 },
    ]);
    const { rowCount } = await client.query("select from public.market_prices");
    expect(rowCount).toBe(4);
    await client.end();
  } finally {
    await database.pool.query(`drop database ${name} with (force)`);
  }
});
