import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Announcements, createAnnouncements } from "#server/platform/announcements.ts";
import { createLog } from "#server/platform/log.ts";
import { readLogPosition } from "#server/platform/log-position.ts";
import { getRequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import {
  createReplicatedDatabase,
  type ReplicatedDatabase,
  type TestDatabase,
} from "#server/testing/database.ts";
import { type DatabaseProxy, startDatabaseProxy } from "#server/testing/database-proxy.ts";

let replicated: ReplicatedDatabase;
/** Takes the lock that long reads on the replica wait for. */
let blocker: pg.Client;
let proxy: DatabaseProxy;
let database: TestDatabase;
let announcements: Announcements;

beforeAll(async () => {
  replicated = await createReplicatedDatabase();
  proxy = await startDatabaseProxy(replicated.replicaUrl);
  blocker = new pg.Client({ connectionString: replicated.replicaUrl });
  await blocker.connect();
  await blocker.query("select pg_advisory_lock(1)");
  announcements = createAnnouncements({ url: replicated.url, log: createLog("silent") });
  announcements.start();
  database = open(proxy.url);
  await database.pool.query("create table notes (text text)");
});
afterAll(async () => {
  await announcements.stop();
  await blocker.end();
  await proxy.close();
  await replicated.drop();
});

function open(replicaUrl: string): TestDatabase {
  const openedDatabase = replicated.open({ replicaUrls: [replicaUrl] });
  openedDatabase.replicas.follow(announcements);
  return openedDatabase;
}

/** Runs reads as a client that has written up to `position`. */
function asRequest<T>(run: () => PromiseLike<T>, position = 0): Promise<T> {
  return runInRequestScope("a request", async () => {
    const scope = getRequestScope();
    if (scope) scope.replicaReads = { position, server: undefined };
    // Drizzle runs a statement when it is awaited.
    return await run();
  });
}

async function readServer(db = database, expression = sql`1`): Promise<"replica" | "primary"> {
  const { rows } = await db.reader.execute<{ is_replica: boolean }>(
    sql`select pg_is_in_recovery() as is_replica, (${expression})::text`,
  );
  return rows[0]?.is_replica ? "replica" : "primary";
}
const readServerAsRequest = (position?: number) => asRequest(() => readServer(), position);
const waitUntilReplicaIsUsed = () =>
  expect.poll(() => readServerAsRequest(), { interval: 10 }).toBe("replica");
const getStatus = (db = database) => db.replicas.statuses[0];
const getProblem = (db = database) => getStatus(db)?.problem;

const WAITING_LOCKS = "from pg_locks where locktype = 'advisory' and not granted";

/** Starts a read that can finish only on the primary database, and returns once it is running on the replica. */
async function startLongRead(): Promise<{ read: Promise<string> }> {
  await waitUntilReplicaIsUsed();
  const read = asRequest(() =>
    // Returns one row even while the table is empty.
    readServer(
      database,
      sql`select pg_advisory_xact_lock_shared(1) from (select count(*) from notes) counted`,
    ),
  );
  await expect
    .poll(async () => (await replicated.queryReplica(`select pid ${WAITING_LOCKS}`)).rowCount, {
      interval: 10,
    })
    .toBe(1);
  return { read };
}

test("reads use the replica if the request allows it, and the primary database otherwise", async () => {
  await waitUntilReplicaIsUsed();
  expect(await readServer()).toBe("primary");
  expect(await runInRequestScope("another request", () => readServer())).toBe("primary");
});

test("a client that has written reads from the primary database until the replica has the write", async () => {
  await waitUntilReplicaIsUsed();
  await replicated.queryReplica("select pg_wal_replay_pause()");
  try {
    await database.pool.query("insert into notes values ('mine')");
    const { position } = await readLogPosition(database.pool);
    const count = () =>
      database.reader.execute<{ count: number }>(
        sql`select count(*)::int as count from notes where text = 'mine'`,
      );
    expect((await asRequest(count, position)).rows).toEqual([{ count: 1 }]);
    expect((await asRequest(count)).rows).toEqual([{ count: 0 }]);
    await replicated.queryReplica("select pg_wal_replay_resume()");
    await expect.poll(() => readServerAsRequest(position)).toBe("replica");
    expect((await asRequest(count, position)).rows).toEqual([{ count: 1 }]);
  } finally {
    await replicated.queryReplica("select pg_wal_replay_resume()");
  }
});

test("a position that doesn't exist only affects the request that claims it", async () => {
  await waitUntilReplicaIsUsed();
  expect(await readServerAsRequest(999_999_999_999_999)).toBe("primary");
  expect(getProblem()).toBeNull();
  expect(await readServerAsRequest()).toBe("replica");
});

test("a replica that falls behind isn't used until it has caught up", async () => {
  await waitUntilReplicaIsUsed();
  await replicated.queryReplica("select pg_wal_replay_pause()");
  await database.pool.query("insert into notes select 'a note' from generate_series(1, 10000)");
  await expect.poll(() => readServerAsRequest(), { interval: 10 }).toBe("primary");
  expect(getProblem()).toBe("behind");
  await database.replicas.check();
  const { lagBytes, lagSeconds, unusedSince } = getStatus() ?? {};
  expect(lagBytes).toBeGreaterThan(100_000);
  expect(lagSeconds).toBeGreaterThan(0);
  expect(Date.parse(unusedSince ?? "")).toBeLessThanOrEqual(Date.now());
  await replicated.queryReplica("select pg_wal_replay_resume()");
  await waitUntilReplicaIsUsed();
  await replicated.waitForReplica();
  await database.replicas.check();
  expect(getStatus()).toMatchObject({ problem: null, lagBytes: 0, lagSeconds: 0, unusedSince: null });
});

test("once a request has read from the primary database, its later reads do too", async () => {
  await waitUntilReplicaIsUsed();
  await asRequest(async () => {
    expect(await readServer()).toBe("replica");
    await replicated.queryReplica("select pg_wal_replay_pause()");
    await database.pool.query("insert into notes values ('a note')");
    await announcements.publish(database.db, "settings", {});
    await expect.poll(() => readServer(), { interval: 10 }).toBe("primary");
    await replicated.queryReplica("select pg_wal_replay_resume()");
    await waitUntilReplicaIsUsed();
    expect(await readServer()).toBe("primary");
  });
});

test("a read that conflicts with replayed changes is retried on the primary database", async () => {
  await replicated.queryReplica("alter system set max_standby_streaming_delay = 0");
  await replicated.queryReplica("select pg_reload_conf()");
  const { read } = await startLongRead();
  await database.pool.query("truncate notes");
  await database.pool.query("insert into notes values ('after')");
  expect(await read).toBe("primary");
  await waitUntilReplicaIsUsed();
});

test("a read that is canceled on the replica is retried on the primary database", async () => {
  const { read } = await startLongRead();
  await replicated.queryReplica(`select pg_cancel_backend(pid) ${WAITING_LOCKS}`);
  expect(await read).toBe("primary");
  expect(getProblem()).toBeNull();
});

test("an invalid statement fails as it does on the primary database, and the replica stays in use", async () => {
  await waitUntilReplicaIsUsed();
  const before = database.replicas.counts.primary;
  await expect(asRequest(() => database.reader.execute(sql`select 1 / 0`))).rejects.toMatchObject({
    cause: { code: "22012" },
  });
  expect(database.replicas.counts.primary).toBe(before);
  expect(getProblem()).toBeNull();
});

test("reads continue on the primary database when the replica is disconnected, and return to the replica once it is connected again", async () => {
  const { read } = await startLongRead();
  proxy.disconnect();
  expect(await read).toBe("primary");
  expect(await readServerAsRequest()).toBe("primary");
  await database.replicas.check();
  expect(getStatus()).toMatchObject({ problem: "unreachable", lagBytes: null, lagSeconds: null });
  proxy.restore();
  await waitUntilReplicaIsUsed();
});

test("reads continue on the primary database when the replica no longer responds", async () => {
  await waitUntilReplicaIsUsed();
  proxy.freeze();
  expect(await readServerAsRequest()).toBe("primary");
  expect(getProblem()).toBe("unreachable");
  proxy.restore();
  await waitUntilReplicaIsUsed();
});

test("replicas aren't used while announcements may have been missed", async () => {
  await waitUntilReplicaIsUsed();
  await announcements.stop();
  expect(await readServerAsRequest()).toBe("primary");
  await database.replicas.check();
  expect(database.replicas.isListening).toBe(false);
  announcements.start();
  await waitUntilReplicaIsUsed();
  await database.replicas.check();
  expect(database.replicas.isListening).toBe(true);
});

test("a replica's state can be checked before anything is read from it", async () => {
  const newDatabase = open(proxy.url);
  expect(getStatus(newDatabase)).toMatchObject({ problem: "unchecked", lagBytes: null, checkedAt: null });
  await replicated.waitForReplica();
  await newDatabase.replicas.check();
  expect(getStatus(newDatabase)).toMatchObject({ problem: null, lagBytes: 0, unusedSince: null });
});

test("servers that aren't replicas of the database aren't used", async () => {
  const otherDatabase = open(inject("postgres").url);
  const primaryAsReplica = open(replicated.url);
  await expect
    .poll(() => asRequest(() => readServer(otherDatabase)).then(() => getProblem(otherDatabase)))
    .toBe("unrelated");
  await expect
    .poll(() => asRequest(() => readServer(primaryAsReplica)).then(() => getProblem(primaryAsReplica)))
    .toBe("promoted");
});

test("a promoted replica is no longer used", async () => {
  await waitUntilReplicaIsUsed();
  await replicated.queryReplica("select pg_promote()");
  await replicated.queryReplica("insert into notes values ('only there')");
  await expect.poll(() => readServerAsRequest().then(() => getProblem())).toBe("promoted");
  const { rows } = await asRequest(() =>
    database.reader.execute<{ text: string }>(sql`select text from notes where text = 'only there'`),
  );
  expect(rows).toEqual([]);
});
