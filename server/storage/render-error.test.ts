import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/database/index.ts";
import { createLog } from "#server/platform/log.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { renderStorageError } from "./render-error.ts";

const log = createLog("silent");
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the response to a call that fails with the error that `work` throws. */
async function respondTo(work: () => Promise<unknown>) {
  const app = new Hono();
  app.onError((error, c) => renderStorageError(c, error, log));
  app.get("/", async (c) => c.json(await work()));
  const response = await app.request("/");
  return { status: response.status, body: await response.json() };
}

test("a statement timeout is reported as RequestTimeout", async () => {
  const client = await database.pool.connect();
  await client.query("set statement_timeout = 50");
  const { status, body } = await respondTo(() => client.query("select pg_sleep(60)"));
  client.release(true);
  expect([status, body.statusCode, body.code]).toEqual([504, "504", "RequestTimeout"]);
});

test("an unreachable database is reported as DatabaseUnavailable", async () => {
  const unreachableDatabase = openDatabase({ url: "postgres://lattice@127.0.0.1:1/nowhere", log });
  const { status, body } = await respondTo(() => unreachableDatabase.pool.query("select 1"));
  await unreachableDatabase.close();
  expect([status, body.statusCode, body.code]).toEqual([503, "503", "DatabaseUnavailable"]);
});

test("details of an unexpected error are not exposed", async () => {
  const { status, body } = await respondTo(async () => {
    throw new Error("the secret is 1234");
  });
  expect([status, body]).toEqual([
    500,
    { statusCode: "500", error: "Internal", code: "InternalError", message: "Internal Server Error" },
  ]);
});
