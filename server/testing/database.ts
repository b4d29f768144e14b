import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/database/index.ts";
import { createLog } from "#server/platform/log.ts";

export interface TestDatabase extends Database {
  /** Closes the pool and drops the copy. */
  drop(): Promise<void>;
}

/** A migrated, empty database of the test file's own, copied from the run's template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject("postgres");
  const name = `lattice_test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openDatabase({
    url: url.href,
    log: createLog("silent"),
    maxConnections: options.maxConnections ?? 10,
  });
  return {
    ...database,
    async drop() {
      await database.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
