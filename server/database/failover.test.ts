import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createReplicatedDatabase, type ReplicatedDatabase } from "#server/testing/database.ts";
import { type Database, findExpectedError, openDatabase } from "./index.ts";

let replicated: ReplicatedDatabase;
/** A pool that is connected to a replica, as after a failover. */
let database: Database;
beforeAll(async () => {
  replicated = await createReplicatedDatabase();
  await replicated.waitForReplica();
  database = openDatabase({ url: replicated.replicaUrl, log: createLog("silent"), maxConnections: 3 });
});
afterAll(async () => {
  await database.close();
  await replicated.drop();
});

/** Reads the backends of all connections in the pool. */
async function readBackends(): Promise<number[]> {
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  const backends = await Promise.all(
    clients.map(async (client) => (await client.query("select pg_backend_pid() as id")).rows[0].id),
  );
  for (const client of clients) client.release();
  return backends.sort();
}

const writeStatement = sql`delete from auth.secrets`;

test.each<[string, () => Promise<unknown>]>([
  ["outside a transaction", async () => database.db.execute(writeStatement)],
  ["in a transaction", () => database.db.transaction((tx) => tx.execute(writeStatement))],
])(
  "a write %s on a read-only server counts as an outage, and all connections are replaced",
  async (_name, run) => {
    const before = await readBackends();
    expect(await readBackends()).toEqual(before);
    const error = await run().catch((thrown: unknown) => thrown);
    expect(findExpectedError(error)?.code).toBe("database_unavailable");
    const after = await readBackends();
    expect(after.filter((backend) => before.includes(backend))).toEqual([]);
  },
);
