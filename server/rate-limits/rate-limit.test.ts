import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createRateLimits } from "./rate-limit.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const limit = { points: 5, durationSeconds: 3600 };

test("concurrent requests across processes never exceed the limit", async () => {
  const processes = [1, 2].map(() => createRateLimits(database.pool, { enabled: true }));
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => processes[index % 2]?.consume("race", "key", limit)),
  );
  expect(results.filter((result) => result?.allowed)).toHaveLength(5);
  const rejectedResult = results.find((result) => result && !result.allowed);
  expect(rejectedResult?.retryAfterSeconds).toBeGreaterThan(3500);
  expect(rejectedResult?.retryAfterSeconds).toBeLessThanOrEqual(3600);
});

test("keys and names are counted separately, and keys are not stored in plain text", async () => {
  const limits = createRateLimits(database.pool, { enabled: true });
  const onePoint = { points: 1, durationSeconds: 3600 };
  expect((await limits.consume("a", "ann@example.org", onePoint)).allowed).toBe(true);
  expect((await limits.consume("a", "ann@example.org", onePoint)).allowed).toBe(false);
  expect((await limits.consume("a", "x".repeat(2_000), onePoint)).allowed).toBe(true);
  expect((await limits.consume("b", "ann@example.org", onePoint)).allowed).toBe(true);
  const { rows } = await database.pool.query("select key from auth.rate_limits where key like '%example%'");
  expect(rows).toEqual([]);
});

test("a refunded point can be used again", async () => {
  const limits = createRateLimits(database.pool, { enabled: true });
  const twoPoints = { points: 2, durationSeconds: 3600 };
  for (let round = 0; round < 5; round += 1) {
    expect((await limits.consume("refund", "key", twoPoints)).allowed).toBe(true);
    await limits.refund("refund", "key", twoPoints);
  }
});

test("when disabled, everything is allowed and nothing is counted", async () => {
  const limits = createRateLimits(database.pool, { enabled: false });
  for (let index = 0; index < 10; index += 1) {
    expect(await limits.consume("off", "key", { points: 1, durationSeconds: 60 })).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
    });
  }
  const { rows } = await database.pool.query("select key from auth.rate_limits where key like 'off%'");
  expect(rows).toEqual([]);
});
