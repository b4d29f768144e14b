import { inject } from "vitest";
import { type Database, openDatabase } from "#server/database/index.ts";
import { createLog } from "#server/platform/log.ts";
import { copyTemplate } from "./postgres-server.ts";

export interface TestDatabase extends Database {
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** A migrated, empty database for one test file, copied from the run's template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const copy = await copyTemplate(inject("postgres"));
  const database = openDatabase({
    url: copy.url,
    log: createLog("silent"),
    maxConnections: options.maxConnections ?? 10,
  });
  return {
    ...database,
    async drop() {
      await database.close();
      await copy.drop();
    },
  };
}
