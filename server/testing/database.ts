import pg from "pg";
import { inject } from "vitest";
import { type Database, migrate, openDatabase } from "#server/database/index.ts";
import { createLog } from "#server/platform/log.ts";
import { copyTemplate, startReplicatedServer } from "./postgres-server.ts";

export interface TestDatabase extends Database {
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** Creates a migrated, empty database for one test file, copied from the run's template. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const copy = await copyTemplate(inject("postgres"));
  const database = openDatabase({
    url: copy.url,
    log: createLog("silent"),
    // Enough for requests to conflict. The first statements on a connection cost five times as much as later ones.
    maxConnections: options.maxConnections ?? 5,
    // Only ends tests that hang. On a busy machine, a hundred concurrent requests may wait for more than five seconds.
    connectionTimeout: 60_000,
  });
  return {
    ...database,
    async drop() {
      await database.close();
      await copy.drop();
    },
  };
}

export type ReplicatedDatabase = Awaited<ReturnType<typeof createReplicatedDatabase>>;

/** Creates a migrated, empty database with a streaming replica. */
export async function createReplicatedDatabase() {
  const { url, replicaUrl, stop } = await startReplicatedServer();
  await migrate(url);
  const openedDatabases: Database[] = [];
  const primary = new pg.Pool({ connectionString: url, max: 2 });
  const replica = new pg.Pool({ connectionString: replicaUrl, max: 2 });
  for (const pool of [primary, replica]) pool.on("error", () => {});
  return {
    url,
    replicaUrl,
    /** Opens the database as a process would. The `drop` below closes it; its own `drop` does nothing. */
    open({ replicaUrls = [replicaUrl] }: { replicaUrls?: readonly string[] } = {}): TestDatabase {
      const database = openDatabase({ url, replicaUrls, log: createLog("silent"), maxConnections: 10 });
      openedDatabases.push(database);
      return { ...database, drop: async () => {} };
    },
    queryReplica: (statement: string): Promise<pg.QueryResult> => replica.query(statement),
    /** Waits until the replica has everything that has been written so far. */
    async waitForReplica() {
      const { rows } = await primary.query<{ position: string }>(
        "select pg_current_wal_flush_lsn()::text as position",
      );
      const statement = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_replayed";
      for (;;) {
        const { rows: answers } = await replica.query<{ has_replayed: boolean }>(statement, [
          rows[0]?.position,
        ]);
        if (answers[0]?.has_replayed) return;
      }
    },
    async drop() {
      await Promise.all(
        [primary, replica, ...openedDatabases].map((connection) =>
          "end" in connection ? connection.end() : connection.close(),
        ),
      );
      await stop();
    },
  };
}
