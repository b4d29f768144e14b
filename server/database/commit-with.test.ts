import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { getRequestScope, type RequestScope, runInRequestScope } from "#server/platform/request-scope.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { commitWith, type Database, type Db, openDatabase, type Tx } from "./index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "create table counts (name text primary key, amount int not null check (amount < 3))",
  );
});
afterAll(() => database.drop());

const add = (tx: Tx, name: string) =>
  tx.execute(sql`insert into counts as c values (${name}, 1)
    on conflict (name) do update set amount = c.amount * 2 + 1`);
const read = async (name: string) =>
  (await database.pool.query("select amount from counts where name = $1", [name])).rows[0]?.amount;
const commit = (run: Parameters<typeof commitWith<string>>[1]) =>
  runInRequestScope("test", () => commitWith(database.db, run));

test("the last statements are committed with the others", async () => {
  const result = await commit(async (tx) => {
    await add(tx, "first");
    return { result: "done", lastStatements: Promise.all([add(tx, "second"), add(tx, "third")]) };
  });
  expect(result).toBe("done");
  expect([await read("first"), await read("second"), await read("third")]).toEqual([1, 1, 1]);
});

test("if one of the last statements fails, everything is rolled back and the call throws", async () => {
  await add(database.db as unknown as Tx, "full");
  const commitResult = commit(async (tx) => {
    await add(tx, "before");
    return { result: "done", lastStatements: Promise.all([add(tx, "full"), add(tx, "after")]) };
  });
  await expect(commitResult).rejects.toMatchObject({ cause: { code: "23514" } });
  expect([await read("before"), await read("full"), await read("after")]).toEqual([undefined, 1, undefined]);
});

test("an error before the last statements rolls everything back", async () => {
  const commitResult = commit(async (tx) => {
    await add(tx, "lost");
    throw new Error("refused");
  });
  await expect(commitResult).rejects.toThrow("refused");
  expect(await read("lost")).toBeUndefined();
});

test("if the first statement fails, the call throws, and the connection is still usable", async () => {
  const commitResult = commit(async (tx) => {
    await tx.execute(sql`select 1 / 0`);
    return { result: "done", lastStatements: Promise.resolve() };
  });
  await expect(commitResult).rejects.toMatchObject({ cause: { code: "22012" } });
  const { rows } = await database.pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
});

test("many concurrent transactions all commit", async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      commit(async (tx) => {
        await add(tx, `many ${index}`);
        return { result: "done", lastStatements: add(tx, `last ${index}`).then(() => {}) };
      }),
    ),
  );
  const { rows } = await database.pool.query(
    "select count(*)::int as n from counts where name like 'last %'",
  );
  expect(rows).toEqual([{ n: 40 }]);
});

test("after a failed begin, statements that weren't sent with it aren't executed", async () => {
  const freshDatabase = openDatabase({ url: database.url, log: createLog("silent"), maxConnections: 1 });
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...parameters: unknown[]
  ) {
    const isBegin = (parameters[0] as { text?: string }).text === "begin";
    return Reflect.apply(query, this, isBegin ? ["select 1 / 0"] : parameters);
  } as never);
  const commitResult = runInRequestScope("test", () =>
    commitWith(freshDatabase.db, async (tx) => {
      await tx.execute(sql`select 1`);
      await add(tx, "outside");
      return { result: "done", lastStatements: Promise.resolve() };
    }),
  );
  await expect(commitResult).rejects.toThrow();
  spy.mockRestore();
  await freshDatabase.close();
  expect(await read("outside")).toBeUndefined();
});

test("a deadline can cancel a transaction only between its BEGIN and its end", async () => {
  await runInRequestScope("test", async () => {
    const backends = getRequestScope()?.backends;
    await commitWith(database.db, async (tx) => {
      const first = tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const lastStatements = first.then(({ rows: [row] }) =>
        expect([...(backends ?? [])]).toEqual([row?.pid]),
      );
      expect([...(backends ?? [])]).toEqual([]);
      await lastStatements;
      return { result: "done", lastStatements };
    });
    expect([...(backends ?? [])]).toEqual([]);
  });
});

describe("after the deadline of a request", () => {
  /**
   * Runs `work` as a request, with a pool of one connection. `pass` lets the request's deadline pass. Returns the
   * backend of the pool's next connection.
   */
  async function passDeadline(work: (freshDatabase: Database, pass: () => void) => Promise<unknown>) {
    const freshDatabase = openDatabase({ url: database.url, log: createLog("silent"), maxConnections: 1 });
    try {
      const request = runInRequestScope("test", () =>
        work(freshDatabase, () => {
          (getRequestScope() as RequestScope).canceled = true;
        }),
      );
      await expect(request).rejects.toMatchObject({ cause: { code: "timeout" } });
      return (await freshDatabase.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
    } finally {
      await freshDatabase.close();
    }
  }
  const readBackend = async (db: Pick<Db, "execute">) =>
    (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid;

  test("its transaction is rolled back, and its connection isn't used again, so the cancellation can't hit another request", async () => {
    let backend: number | undefined;
    const nextBackend = await passDeadline(({ db }, pass) =>
      db.transaction(async (tx) => {
        backend = await readBackend(tx);
        await add(tx, "late");
        pass();
        await add(tx, "later");
      }),
    );
    expect(backend).toBeTypeOf("number");
    expect(nextBackend).not.toBe(backend);
    expect([await read("late"), await read("later")]).toEqual([undefined, undefined]);
  });

  test("a statement that waited for a connection isn't started", async () => {
    await passDeadline(async ({ db, pool }, pass) => {
      const client = await pool.connect();
      const waitingStatement = add(db as unknown as Tx, "waited");
      pass();
      client.release();
      await waitingStatement;
    });
    expect(await read("waited")).toBeUndefined();
  });
});

test("a connection that breaks before a job's transaction begins is replaced", async () => {
  const freshDatabase = openDatabase({ url: database.url, log: createLog("silent"), maxConnections: 1 });
  const client = await freshDatabase.pool.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const connectionEnded = new Promise((resolve) => client.once("error", resolve));
  const { connect } = freshDatabase.pool;
  const spy = vi.spyOn(freshDatabase.pool, "connect").mockImplementationOnce((async () => {
    await database.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await connectionEnded;
    return client;
  }) as unknown as typeof connect);
  await expect(freshDatabase.db.transaction((tx) => add(tx, "broken"))).rejects.toThrow();
  spy.mockRestore();
  expect((await freshDatabase.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await freshDatabase.close();
});
