import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Announcements, createAnnouncements } from "./announcements.ts";
import { createLog } from "./log.ts";

let database: TestDatabase;
const startedAnnouncements: Announcements[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(startedAnnouncements.splice(0).map((announcements) => announcements.stop()));
});
afterAll(() => database.drop());

async function startProcess() {
  const announcements = createAnnouncements({ url: database.url, log: createLog("silent") });
  startedAnnouncements.push(announcements);
  const settingsHandler = vi.fn();
  const gapHandler = vi.fn();
  announcements.on("settings", settingsHandler);
  announcements.onGap(gapHandler);
  announcements.start();
  await expect.poll(() => gapHandler.mock.calls.length).toBe(1);
  return { announcements, settingsHandler, gapHandler };
}

test("every process receives an announcement, including its publisher", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await first.announcements.publish(database.db, "settings", {});
  await expect
    .poll(() => [first, second].map(({ settingsHandler }) => settingsHandler.mock.calls.length))
    .toEqual([1, 1]);
});

test("an announcement within a transaction is delivered on commit and dropped on rollback", async () => {
  const { announcements, settingsHandler } = await startProcess();
  const rolledBackTransaction = database.db.transaction(async (tx) => {
    await announcements.publish(tx, "settings", {});
    throw new Error("undone");
  });
  await expect(rolledBackTransaction).rejects.toThrow("undone");
  await database.db.transaction(async (tx) => {
    await announcements.publish(tx, "settings", {});
    expect(settingsHandler).not.toHaveBeenCalled();
  });
  await expect.poll(() => settingsHandler.mock.calls.length).toBe(1);
});

test("a broken connection is reopened, and gap handlers are called, because messages may have been missed", async () => {
  const { announcements, settingsHandler, gapHandler } = await startProcess();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lattice announcements' and datname = current_database()`,
  );
  await expect.poll(() => gapHandler.mock.calls.length).toBe(2);
  await announcements.publish(database.db, "settings", {});
  await expect.poll(() => settingsHandler.mock.calls.length).toBe(1);
});

test("a failing handler doesn't affect the others", async () => {
  const { announcements, settingsHandler } = await startProcess();
  announcements.on("settings", () => {
    throw new Error("broken");
  });
  const lastHandler = vi.fn();
  announcements.on("settings", lastHandler);
  await announcements.publish(database.db, "settings", {});
  await expect.poll(() => lastHandler.mock.calls.length).toBe(1);
  expect(settingsHandler).toHaveBeenCalledTimes(1);
});

test("a stopped process receives nothing more", async () => {
  const { announcements, settingsHandler } = await startProcess();
  const otherProcess = await startProcess();
  await announcements.stop();
  await otherProcess.announcements.publish(database.db, "settings", {});
  await expect.poll(() => otherProcess.settingsHandler.mock.calls.length).toBe(1);
  expect(settingsHandler).not.toHaveBeenCalled();
});

const waitUntilCurrent = (announcements: Announcements) =>
  expect.poll(() => announcements.isCurrent(), { interval: 5 }).toBe(true);

test("waitForDelivery() resolves only after every process has received the announcement", async () => {
  const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()];
  for (const { announcements } of [first, second, third]) await waitUntilCurrent(announcements);
  for (let round = 1; round <= 20; round += 1) {
    await first.announcements.publish(database.db, "settings", {});
    await first.announcements.waitForDelivery();
    for (const { settingsHandler } of [first, second, third])
      expect(settingsHandler).toHaveBeenCalledTimes(round);
  }
});

test("a process that loses its connection either notices the gap or stops serving cached data", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await waitUntilCurrent(first.announcements);
  await waitUntilCurrent(second.announcements);
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'lattice announcements' and datname = current_database()",
  );
  await Promise.all(rows.map(({ pid }) => database.pool.query("select pg_terminate_backend($1)", [pid])));
  await first.announcements.publish(database.db, "settings", {});
  await first.announcements.waitForDelivery();
  // Each process calls onGap once when it starts, so a second call means that it noticed this gap.
  for (const { announcements, gapHandler } of [first, second])
    expect(gapHandler.mock.calls.length > 1 || !announcements.isCurrent()).toBe(true);
});

test("a stopped process doesn't wait for others, and others don't wait for it", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await waitUntilCurrent(first.announcements);
  await waitUntilCurrent(second.announcements);
  await second.announcements.stop();
  expect(second.announcements.isCurrent()).toBe(false);
  await second.announcements.waitForDelivery();
  await first.announcements.waitForDelivery();
  const { rows } = await database.pool.query("select from listening_processes where current_until > now()");
  expect(rows).toHaveLength(1);
});
