import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { type Announcements, createAnnouncements } from "./announcements.ts";
import { createLog } from "./log.ts";

let database: TestDatabase;
const started: Announcements[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((announcements) => announcements.stop()));
});
afterAll(() => database.drop());

async function startProgram() {
  const announcements = createAnnouncements({ url: database.url, log: createLog("silent") });
  started.push(announcements);
  const heard = vi.fn();
  const gaps = vi.fn();
  announcements.on("settings", heard);
  announcements.onGap(gaps);
  announcements.start();
  await expect.poll(() => gaps.mock.calls.length).toBe(1);
  return { announcements, heard, gaps };
}

test("every program hears what one of them announces, the one that announces too", async () => {
  const [one, two] = [await startProgram(), await startProgram()];
  await one.announcements.announce(database.db, "settings", {});
  await expect.poll(() => [one, two].map(({ heard }) => heard.mock.calls.length)).toEqual([1, 1]);
});

test("what a transaction announces is heard with its commit, and never when it is undone", async () => {
  const { announcements, heard } = await startProgram();
  const undone = database.db.transaction(async (tx) => {
    await announcements.announce(tx, "settings", {});
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await database.db.transaction(async (tx) => {
    await announcements.announce(tx, "settings", {});
    expect(heard).not.toHaveBeenCalled();
  });
  await expect.poll(() => heard.mock.calls.length).toBe(1);
});

test("a connection that breaks is made again, with a word that something may have been missed", async () => {
  const { announcements, heard, gaps } = await startProgram();
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lattice announcements' and datname = current_database()`,
  );
  await expect.poll(() => gaps.mock.calls.length).toBe(2);
  await announcements.announce(database.db, "settings", {});
  await expect.poll(() => heard.mock.calls.length).toBe(1);
});

test("a handler that fails keeps nobody else from hearing", async () => {
  const { announcements, heard } = await startProgram();
  announcements.on("settings", () => {
    throw new Error("broken");
  });
  const last = vi.fn();
  announcements.on("settings", last);
  await announcements.announce(database.db, "settings", {});
  await expect.poll(() => last.mock.calls.length).toBe(1);
  expect(heard).toHaveBeenCalledTimes(1);
});

test("who has stopped hears nothing more", async () => {
  const { announcements, heard } = await startProgram();
  const other = await startProgram();
  await announcements.stop();
  await other.announcements.announce(database.db, "settings", {});
  await expect.poll(() => other.heard.mock.calls.length).toBe(1);
  expect(heard).not.toHaveBeenCalled();
});

const current = (announcements: Announcements) =>
  vi.waitFor(() => expect(announcements.isCurrent()).toBe(true), { interval: 5 });

test("whoever waits until all have heard finds that every program has", async () => {
  const [one, two, three] = [await startProgram(), await startProgram(), await startProgram()];
  for (const { announcements } of [one, two, three]) await current(announcements);
  for (let turn = 1; turn <= 20; turn += 1) {
    await one.announcements.announce(database.db, "settings", {});
    await one.announcements.heardByAll();
    for (const { heard } of [one, two, three]) expect(heard).toHaveBeenCalledTimes(turn);
  }
});

test("a program that lost its connection shows nothing from memory until it listens again", async () => {
  const [one, two] = [await startProgram(), await startProgram()];
  await current(one.announcements);
  await current(two.announcements);
  const { rows } = await database.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'lattice announcements' and datname = current_database()",
  );
  await Promise.all(rows.map(({ pid }) => database.pool.query("select pg_terminate_backend($1)", [pid])));
  await one.announcements.announce(database.db, "settings", {});
  await one.announcements.heardByAll();
  // Either it has heard of a gap since, or it shows nothing of what it keeps.
  for (const { announcements, gaps } of [one, two])
    expect(gaps.mock.calls.length > 1 || !announcements.isCurrent()).toBe(true);
});

test("who has stopped, or never listened, is waited for by nobody and waits for nobody", async () => {
  const [one, two] = [await startProgram(), await startProgram()];
  await current(one.announcements);
  await current(two.announcements);
  await two.announcements.stop();
  expect(two.announcements.isCurrent()).toBe(false);
  await two.announcements.heardByAll();
  await one.announcements.heardByAll();
  const { rows } = await database.pool.query("select from listening_programs where current_until > now()");
  expect(rows).toHaveLength(1);
});
