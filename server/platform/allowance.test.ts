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

const open = () => createAllowances(database.pool, { enabled: true, clock });
const count = (name: string, most: number, seconds = 3600) => ({
  name,
  key: "who",
  most,
  until: new Date(time + seconds * 1000),
});

test("concurrent takes across programs never exceed the limit", async () => {
  const programs = [open(), open()];
  const counts = [count("race.small", 5), count("race.large", 50)];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) =>
      programs[turn % 2]?.take(turn % 2 ? counts : counts.toReversed()),
    ),
  );
  expect(answers.filter((answer) => answer?.allowed)).toHaveLength(5);
  // What one counter refused was returned to the other.
  expect(await open().readLeft(counts)).toEqual([0, 45]);
});

test("a refused use is counted nowhere and reports when the counter that refused it resets", async () => {
  const allowances = open();
  const [minute, day] = [count("refuse.minute", 1, 60), count("refuse.day", 3, 7200)];
  expect(await allowances.take([minute, day])).toEqual({ allowed: true, left: [0, 2] });
  expect(await allowances.take([minute, day])).toEqual({ allowed: false, retryAfterSeconds: 60 });
  expect(await allowances.readLeft([minute, day])).toEqual([0, 2]);
  time += 60_000;
  const later = count("refuse.minute", 1, 60);
  expect(await allowances.take([later, day])).toEqual({ allowed: true, left: [0, 1] });
});

test("a returned use is available again at once, even after refusals, and never exceeds the limit", async () => {
  const allowances = open();
  const last = [count("back", 1)];
  expect((await allowances.take(last)).allowed).toBe(true);
  for (let turn = 0; turn < 3; turn += 1) expect((await allowances.take(last)).allowed).toBe(false);
  await allowances.giveBack(last);
  expect((await allowances.take(last)).allowed).toBe(true);
  await allowances.giveBack(last);
  await allowances.giveBack(last);
  expect(await allowances.readLeft(last)).toEqual([1]);
});

test("concurrent takes and returns in any order leave the counters at zero", async () => {
  const allowances = open();
  const counts = ["a", "b", "c", "d", "e"].map((name) => count(`swing.${name}`, 1_000));
  await Promise.all(
    Array.from({ length: 200 }, async (_, turn) => {
      await allowances.take(turn % 2 ? counts : counts.toReversed());
      await allowances.giveBack(turn % 3 ? counts : counts.toReversed());
    }),
  );
  expect(await allowances.readLeft(counts)).toEqual(counts.map(() => 1_000));
});

test("when disabled, everything is allowed and nothing is counted", async () => {
  const allowances = createAllowances(database.pool, { enabled: false, clock });
  for (let turn = 0; turn < 3; turn += 1)
    expect(await allowances.take([count("off", 1)])).toEqual({ allowed: true, left: [1] });
  expect(await open().readLeft([count("off", 1)])).toEqual([1]);
});
