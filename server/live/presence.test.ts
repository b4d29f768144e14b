import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import { createPresence } from "./presence.ts";

let database: TestDatabase;
let time = new Date("2026-06-15T12:00:00Z");
const advance = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query("truncate live_processes"));
afterAll(() => database.drop());

async function startProcess() {
  const presence = createPresence({ database, clock: { now: () => time } });
  await presence.loadSalt();
  return presence;
}
const countOnline = async () =>
  (await database.pool.query<{ count: number }>("select count_online($1) as count", [time])).rows[0]?.count;

test("each member and visitor is counted once across processes; members are also counted by their requests", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  const ada = await insertMember(database, "ada");
  await database.pool.query("insert into auth.sessions (user_id, last_seen_at) values ($1, $2)", [
    ada.id,
    time,
  ]);
  first.markSeen(ada.id);
  const bob = await insertMember(database, "bob");
  await database.pool.query("insert into auth.sessions (user_id, last_seen_at) values ($1, $2)", [
    bob.id,
    time,
  ]);
  for (const presence of [first, second]) presence.markSeen(presence.getKey("203.0.113.1", "A browser"));
  second.markSeen(second.getKey("203.0.113.1", "Another browser"));
  second.markSeen(second.getKey("203.0.113.2", "A browser"));
  await Promise.all([first.save(), second.save()]);
  expect(await countOnline()).toBe(5);
});

test("visitors are offline after five minutes without activity, or when their process stops reporting", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  first.markSeen(first.getKey("203.0.113.1", "A browser"));
  second.markSeen(second.getKey("203.0.113.2", "A browser"));
  advance(600);
  second.markSeen(second.getKey("203.0.113.3", "A browser"));
  await Promise.all([first.save(), second.save()]);
  expect(await countOnline()).toBe(1);
  advance(44);
  expect(await countOnline()).toBe(1);
  advance(1);
  await first.save();
  expect(await countOnline()).toBe(0);
});

test("a stopping process removes its row, and dead processes are cleaned up", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  first.markSeen(first.getKey("203.0.113.1", "A browser"));
  await first.save();
  await first.leave();
  expect(await countOnline()).toBe(0);
  await first.save();
  advance(601);
  await second.save();
  expect((await database.pool.query("select id from live_processes")).rows).toHaveLength(1);
});

test("a visitor's key reveals neither their address nor their browser", async () => {
  const first = await startProcess();
  const key = first.getKey("203.0.113.1", "A browser");
  expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  await database.pool.query("update live_salt set salt = gen_random_uuid()");
  expect((await startProcess()).getKey("203.0.113.1", "A browser")).not.toBe(key);
});

test("the number of browsers counted per address is limited, regardless of their user agents", async () => {
  const presence = await startProcess();
  const keys = Array.from({ length: 2_000 }, (_, index) =>
    presence.getKey("203.0.113.9", `Browser ${index}`),
  );
  expect(new Set(keys).size).toBeLessThanOrEqual(200);
});

test("processes that save at the same time after a long sleep don't wait for each other", async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  await Promise.all([first.save(), second.save()]);
  advance(3_600);
  const client = await database.pool.connect();
  try {
    // The first process is saving: others still see its row as expired, and the row is locked.
    await client.query("begin");
    await client.query("select from live_processes order by ctid limit 1 for update");
    const { rows } = await client.query("select id from live_processes order by ctid limit 1");
    const third = await startProcess();
    await third.save();
    await client.query("rollback");
    expect(
      (await database.pool.query("select id from live_processes where id = $1", [rows[0].id])).rowCount,
    ).toBe(1);
  } finally {
    client.release(true);
  }
});
