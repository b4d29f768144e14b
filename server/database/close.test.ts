import { expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { openDatabase } from "./index.ts";

test("closing the database waits until the server has ended the connections, so that the server can then be stopped", async () => {
  const testDatabase = await createTestDatabase();
  try {
    const database = openDatabase({ url: testDatabase.url, log: createLog("silent"), maxConnections: 10 });
    let endedCount = 0;
    database.pool.on("connect", (client) => client.once("end", () => (endedCount += 1)));
    await Promise.all(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.1)")));
    await database.close();
    expect(endedCount).toBe(10);
  } finally {
    await testDatabase.drop();
  }
});
