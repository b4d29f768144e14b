import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createRateLimits } from "./rate-limit.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const limit = { points: 5, durationSeconds: 3600 };

test("concurrent requests across programs never exceed the limit", async () => {
  const programs = [1, 2].map(() => createRateLimits(database.pool, { enabled: true }));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => programs[turn % 2]?.consume("race", "key", limit)),
  );
  expect(answers.filter((answer) => answer?.allowed)).toHaveLength(5);
  const refused = answers.find((answer) => answer && !answer.allowed);
  expect(refused?.retryAfterSeconds).toBeGreaterThan(3500);
  expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(3600);
});

test("keys and names are counted separately, and keys are not stored in plain text", async () => {
  const limits = createRateLimits(database.pool, { enabled: true });
  const once = { points: 1, durationSeconds: 3600 };
  expect((await limits.consume("a", "ann@example.org", once)).allowed).toBe(true);
  expect((await limits.consume("a", "ann@example.org", once)).allowed).toBe(false);
  expect((await limits.consume("a", "x".repeat(2_000), once)).allowed).toBe(true);
  expect((await limits.consume("b", "ann@example.org", once)).allowed).toBe(true);
  const { rows } = await database.pool.query("select key from auth.rate_limits where key like '%example%'");
  expect(rows).toEqual([]);
});

test("a refunded point can be used again", async () => {
  const limits = createRateLimits(database.pool, { enabled: true });
  const two = { points: 2, durationSeconds: 3600 };
  for (let round = 0; round < 5; round += 1) {
    expect((await limits.consume("refund", "key", two)).allowed).toBe(true);
    await limits.refund("refund", "key", two);
  }
});

test("when disabled, everything is allowed and nothing is counted", async () => {
  const limits = createRateLimits(database.pool, { enabled: false });
  for (let turn = 0; turn < 10; turn += 1) {
    expect(await limits.consume("off", "key", { points: 1, durationSeconds: 60 })).toEqual({
      allowed: true,
      retryAfterSeconds: 0,
    });
  }
  const { rows } = await database.pool.query("select key from auth.rate_limits where key like 'off%'");
  expect(rows).toEqual([]);
});
