import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestDatabase } from "#server/testing/database.ts";
import { insertMember } from "#server/testing/members.ts";
import {
  buildTokenEvent,
  type FakeProvider,
  sendChunks,
  sendResponse,
  sendTokens,
} from "./fake-provider.fixture.ts";
import { type AiFixture, openTestAi, readAnswer } from "./testing.ts";

const RATE_MESSAGE = "Rate limits exceeded. Please try again later.";
let database: TestDatabase;
let provider: FakeProvider;
let fixture: AiFixture;
let end: () => Promise<void>;
const DAY_MS = 86_400_000;
/** Starts at noon, so that no test crosses midnight by accident. */
let clockOffsetMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2 - Date.now();
const clock = { now: () => new Date(Date.now() + clockOffsetMs) };
const limits = {
  visitor: { perMinute: 3, perDay: 5 },
  member: { perMinute: 4, perDay: 9 },
  sitePerDay: 12,
};
let address = "";
let visitorCount = 0;

beforeAll(async () => {
  ({ database, provider, fixture, end } = await openTestAi({
    clock,
    settings: { limits },
  }));
});
afterAll(() => end());
beforeEach(async () => {
  visitorCount += 1;
  address = `203.0.113.${visitorCount}`;
  await database.pool.query("delete from auth.rate_limits; delete from ai_runs");
});
afterEach(() => {
  provider.handler = sendTokens("Hello");
});

const ask = (options: Parameters<AiFixture["ask"]>[2] = {}) =>
  readAnswer(fixture.ask("chatbot", "Why?", { address, ...options }));
const readAllowance = (viewer: Parameters<AiFixture["ai"]["readAllowance"]>[0] = null) =>
  fixture.ai.readAllowance(viewer, address);

test("answers and the page's allowance state how many uses remain today", async () => {
  expect(await readAllowance()).toEqual({ leftToday: 5, perDay: 5 });
  const { events } = await ask();
  expect(events[0]?.analysis?.leftToday).toBe(4);
  expect(await readAllowance()).toEqual({ leftToday: 4, perDay: 5 });
});

test("requests over the per-minute or daily limit are rejected with the specification's message", async () => {
  for (let index = 0; index < 3; index += 1) expect((await ask()).status).toBe(200);
  const minuteRejection = await ask();
  expect([minuteRejection.status, minuteRejection.error]).toEqual([429, RATE_MESSAGE]);
  expect(Number(minuteRejection.headers.get("Retry-After"))).toBeGreaterThan(50);
  expect(Number(minuteRejection.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  expect(await readAllowance()).toEqual({ leftToday: 2, perDay: 5 });

  await database.pool.query("delete from auth.rate_limits where key like '%minute%'");
  for (let index = 0; index < 2; index += 1) expect((await ask()).status).toBe(200);
  const dayRejection = await ask();
  expect([dayRejection.status, dayRejection.error]).toEqual([429, RATE_MESSAGE]);
  expect(Math.abs(Number(dayRejection.headers.get("Retry-After")) - DAY_MS / 2000)).toBeLessThan(60);
  clockOffsetMs += DAY_MS;
  expect(await readAllowance()).toEqual({ leftToday: 5, perDay: 5 });
  expect((await ask()).status).toBe(200);
  clockOffsetMs -= DAY_MS;
});

test("addresses in one IPv6 network share a visitor quota; other addresses and members have their own", async () => {
  for (const lastGroup of ["1", "2", "3"])
    expect((await ask({ address: `2001:db8:7:8::${lastGroup}` })).status).toBe(200);
  expect((await ask({ address: "2001:db8:7:8:ffff::9" })).status).toBe(429);
  expect((await ask({ address: "2001:db8:7:9::1" })).status).toBe(200);

  const session = await fixture.edge.app.auth.signUp(
    {
      email: `limits${visitorCount}@example.org`,
      password: "wooden-Lantern-9-7391",
      username: `Limits ${visitorCount}`,
    },
    { ip: "203.0.113.1", userAgent: "a test" },
  );
  const token = session.access_token;
  for (let index = 0; index < 4; index += 1)
    expect((await ask({ token, address: "2001:db8:7:8::1" })).status).toBe(200);
  expect((await ask({ token, address: "198.51.100.7" })).status).toBe(429);
  expect((await ask({ address: "198.51.100.7" })).status).toBe(200);
});

test("the site has a daily budget for all clients together", async () => {
  const responses = [];
  for (let index = 0; index < 13; index += 1)
    responses.push(await ask({ address: `198.51.${index + 20}.7` }));
  expect(responses.map(({ status }) => status)).toEqual([...Array(12).fill(200), 429]);
  expect(responses.at(11)?.events[0]?.analysis?.leftToday).toBe(0);
  expect(await readAllowance()).toEqual({ leftToday: 0, perDay: 5 });
});

test("one network can't use up the site's daily budget, no matter how many addresses it has", async () => {
  const responses = [];
  for (let index = 0; index < 10; index += 1)
    responses.push(await ask({ address: `198.51.100.${index + 20}` }));
  expect(responses.map(({ status }) => status)).toEqual([...Array(9).fill(200), 429]);
  for (const otherAddress of ["2001:db8:7:1::1", "192.0.2.7"])
    expect((await ask({ address: otherAddress })).status).toBe(200);
});

test("concurrent requests can't exceed the limit", async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(17);
  expect(await readAllowance()).toEqual({ leftToday: 2, perDay: 5 });
});

test("a call without an answer is refunded completely; a call with an interrupted answer is refunded only to the client", async () => {
  provider.handler = sendResponse(500, { error: "x y z" });
  for (let index = 0; index < 10; index += 1) expect((await ask()).status).toBe(502);
  expect(await readAllowance()).toEqual({ leftToday: 5, perDay: 5 });

  provider.handler = sendChunks(buildTokenEvent("Begun"), 'data: {"error":{"code":500}}\n\n');
  for (let index = 0; index < 10; index += 1) expect((await ask()).isDone).toBe(false);
  // The visitor has five uses left for the day, and the site has two of its twelve.
  expect(await readAllowance()).toEqual({ leftToday: 2, perDay: 5 });
});

test("a call that is rejected for a reason other than a limit is not counted", async () => {
  for (let index = 0; index < 10; index += 1) expect((await ask({ model: "other/model" })).status).toBe(400);
  expect(await readAllowance()).toEqual({ leftToday: 5, perDay: 5 });
});

test("runs are counted by tool, day, model and outcome, without their content, and only administrators can read the counts", async () => {
  const secret = "zebrafinch-4711";
  // Earlier tests' runs may be recorded only now, but they belong to another day.
  clockOffsetMs += 3 * DAY_MS;
  await readAnswer(fixture.ask("chatbot", secret, { address }));
  await readAnswer(fixture.ask("chatbot", secret, { address }));
  provider.handler = sendResponse(500, {});
  await readAnswer(fixture.ask("generator", secret, { address }));
  provider.handler = sendTokens("Hello");
  await readAnswer(fixture.ask("chatbot", secret, { address }));
  await readAnswer(fixture.ask("chatbot", secret, { address }));

  const admin = await insertMember(database, `runs${visitorCount}`, { role: "admin" });
  const day = clock.now().toISOString().slice(0, 10);
  await expect
    .poll(() => fixture.ai.readRuns(admin, 1))
    .toEqual([
      { day, tool: "chatbot", answeredBy: "test/model", outcome: "done", runs: 3 },
      { day, tool: "chatbot", answeredBy: "test/model", outcome: "refused", runs: 1 },
      { day, tool: "generator", answeredBy: "test/model", outcome: "failed", runs: 1 },
    ]);
  await expect(fixture.ai.readRuns(null, 7)).rejects.toMatchObject({ code: "not_signed_in" });
  const member = await insertMember(database, `other${visitorCount}`);
  await expect(fixture.ai.readRuns(member, 7)).rejects.toMatchObject({ code: "access_denied" });
  const { rows } = await database.pool.query("select * from ai_runs");
  expect(JSON.stringify(rows) + fixture.logLines.join("\n")).not.toContain(secret);
});
