import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createAllowances } from "./allowance.ts";

let database: TestDatabase;
let time = Date.parse("2026-05-10T12:00:00Z");
const clock = { now: () => new Date(time) };
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const createEnabledAllowances = () => createAllowances(database.db, { enabled: true, clock });
const createCounter = (name: string, max: number, seconds = 3600) => ({
  name,
  key: "who",
  max,
  until: new Date(time + seconds * 1000),
});

test("concurrent uses across processes never exceed the limit", async () => {
  const processes = [createEnabledAllowances(), createEnabledAllowances()];
  const counters = [createCounter("race.small", 5), createCounter("race.large", 50)];
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      processes[index % 2]?.consume(index % 2 ? counters : counters.toReversed()),
    ),
  );
  expect(results.filter((result) => result?.allowed)).toHaveLength(5);
  // When one counter was exhausted, the charge to the other was refunded.
  expect(await createEnabledAllowances().readRemaining(counters)).toEqual([0, 45]);
});

test("a rejected use isn't counted, and reports when the exhausted counter resets", async () => {
  const allowances = createEnabledAllowances();
  const [minute, day] = [createCounter("refuse.minute", 1, 60), createCounter("refuse.day", 3, 7200)];
  expect(await allowances.consume([minute, day])).toEqual({ allowed: true, remaining: [0, 2] });
  expect(await allowances.consume([minute, day])).toEqual({ allowed: false, retryAfterSeconds: 60 });
  expect(await allowances.readRemaining([minute, day])).toEqual([0, 2]);
  time += 60_000;
  const nextMinute = createCounter("refuse.minute", 1, 60);
  expect(await allowances.consume([nextMinute, day])).toEqual({ allowed: true, remaining: [0, 1] });
});

test("a refunded use is available again immediately, even after rejected ones, and refunds never exceed the limit", async () => {
  const allowances = createEnabledAllowances();
  const counters = [createCounter("back", 1)];
  expect((await allowances.consume(counters)).allowed).toBe(true);
  for (let index = 0; index < 3; index += 1) expect((await allowances.consume(counters)).allowed).toBe(false);
  await allowances.refund(counters);
  expect((await allowances.consume(counters)).allowed).toBe(true);
  await allowances.refund(counters);
  await allowances.refund(counters);
  expect(await allowances.readRemaining(counters)).toEqual([1]);
});

test("concurrent uses that are all refunded leave the full limit available", async () => {
  const allowances = createEnabledAllowances();
  const counters = ["a", "b", "c", "d", "e"].map((name) => createCounter(`swing.${name}`, 1_000));
  // Limited, because on a slow machine more uses at a time could wait too long for a connection.
  const limitConcurrency = pLimit(10);
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      limitConcurrency(async () => {
        await allowances.consume(index % 2 ? counters : counters.toReversed());
        await allowances.refund(index % 3 ? counters : counters.toReversed());
      }),
    ),
  );
  expect(await allowances.readRemaining(counters)).toEqual(counters.map(() => 1_000));
});

test("when disabled, everything is allowed and nothing is counted", async () => {
  const allowances = createAllowances(database.db, { enabled: false, clock });
  for (let index = 0; index < 3; index += 1)
    expect(await allowances.consume([createCounter("off", 1)])).toEqual({ allowed: true, remaining: [1] });
  expect(await createEnabledAllowances().readRemaining([createCounter("off", 1)])).toEqual([1]);
});
