import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase } from "#server/testing/database.ts";
import { findExpectedError, openDatabase } from "./index.ts";

test("a transaction that the database ends because of a deadlock may be retried, and is logged", async () => {
  const testDatabase = await createTestDatabase();
  const warnings: unknown[] = [];
  const log = Object.assign(createLog("silent"), { warn: (...line: unknown[]) => void warnings.push(line) });
  const database = openDatabase({ url: testDatabase.url, log });
  const lockAcquired = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const lockBoth = (first: 0 | 1, second: 0 | 1) =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
      lockAcquired[first].resolve();
      await lockAcquired[second].promise;
      await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
    });
  try {
    const results = await Promise.allSettled([lockBoth(0, 1), lockBoth(1, 0)]);
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(failures.map((error) => findExpectedError(error)?.code)).toEqual(["database_unavailable"]);
    expect(warnings).toEqual([
      [{ code: "40P01", where: undefined }, "the database ended a transaction because of a conflict"],
    ]);
  } finally {
    await database.close();
    await testDatabase.drop();
  }
});

test("a query after the pool is closed isn't reported as a bug", async () => {
  const testDatabase = await createTestDatabase();
  await testDatabase.close();
  const error = await testDatabase.pool.query("select 1").catch((thrown: unknown) => thrown);
  expect(findExpectedError(error)?.code).toBe("database_unavailable");
  await testDatabase.drop().catch(() => {});
});
