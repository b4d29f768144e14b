import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeSessionCookies, serializeSession } from "#core/accounts/session-cookie.ts";
import type { LiveEvent } from "#core/live/events.ts";
import { type BalancingProxy, startBalancingProxy } from "#server/testing/balancing-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { findFreePort, type Program, startProgram } from "#server/testing/program.ts";

/** Restarts two programs behind a proxy, one after the other, while people use the site. Needs the build. */

/** A pause between a user's requests, which leaves CPU time for the programs that are starting. */
const PAUSE_MS = 100;

let database: TestDatabase;
let proxy: BalancingProxy;
let settings: Record<string, string>[];
let programs: Program[];
beforeAll(async () => {
  database = await createTestDatabase();
  settings = [];
  for (const WORKERS of ["1", "2"])
    settings.push({
      WORKERS,
      DATABASE_URL: database.url,
      PORT: String(await findFreePort()),
      DEMO: "on",
      AUTH_RATE_LIMITS: "off",
      // The proxy checks the programs every 500 ms, but on a busy machine the checks may take longer.
      STOP_DELAY_SECONDS: "3",
    });
  programs = [];
  for (const environment of settings) programs.push(await startProgram(environment));
  proxy = await startBalancingProxy(programs.map(({ url }) => url));
  await waitUntilReady();
});
afterAll(async () => {
  await proxy?.close();
  await Promise.all((programs ?? []).map((program) => program.stop()));
  await database?.drop();
});

const waitUntil = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 120_000 });
const waitUntilReady = () => waitUntil(() => programs.every(({ url }) => proxy.isReady(url)));

async function signIn(): Promise<string> {
  const response = await fetch(`${proxy.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "mara@lattice.example", password: "lattice-demo" }),
  });
  return encodeSessionCookies(serializeSession((await response.json()) as object))
    .filter((cookie) => !cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function findPostPath(): Promise<string> {
  const html = await (await fetch(`${proxy.url}/forum?sort=new`)).text();
  return /href="(\/forum\/[0-9a-f-]{36})"/.exec(html)?.[1] ?? "";
}

/** Repeats a request until stopped. Every response must have the expected status. */
function repeatRequest(send: () => Promise<Response>, expectedStatus: number) {
  const outcome = { succeeded: 0, failures: [] as string[] };
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      try {
        const response = await send();
        const text = await response.text();
        if (response.status === expectedStatus) outcome.succeeded += 1;
        else outcome.failures.push(`${response.status} ${text.slice(0, 100)}`);
      } catch (error) {
        outcome.failures.push(String((error as Error).cause ?? error));
      }
      await sleep(PAUSE_MS);
    }
  })();
  return {
    outcome,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

/** Reads /live and opens it again after it has ended, as a page does. */
function openStream() {
  const commentIds = new Set<string>();
  let connectionCount = 0;
  let since = Date.now();
  const abortController = new AbortController();
  const done = (async () => {
    while (!abortController.signal.aborted) {
      try {
        const { status, body } = await fetch(`${proxy.url}/live?since=${since}`, {
          signal: abortController.signal,
        });
        if (status === 200) connectionCount += 1;
        for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
          for (const [, line = ""] of text.matchAll(/^data: (.+)$/gm)) {
            const event = JSON.parse(line) as LiveEvent;
            since = Math.max(since, event.at ?? 0);
            for (const { id } of event.comments ?? []) commentIds.add(id);
          }
        }
      } catch {
        // The connection broke or was closed by this test.
      }
      await sleep(PAUSE_MS);
    }
  })();
  return {
    commentIds,
    countConnections: () => connectionCount,
    async close() {
      abortController.abort();
      await done;
    },
  };
}

test("no request fails while programs are restarted one after the other, and streams continue on the other program", async () => {
  const cookie = await signIn();
  const postPath = await findPostPath();
  const streams = [1, 2, 3, 4].map(openStream);
  await waitUntil(() => streams.every(({ countConnections }) => countConnections() > 0));
  const sendComment = () =>
    fetch(proxy.url + postPath, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: proxy.url },
      body: new URLSearchParams({ intent: "comment", content: `Number ${Math.random()}`, parentId: "" }),
    });
  const repeatedRequests = [
    repeatRequest(() => fetch(`${proxy.url}/forum`), 200),
    repeatRequest(() => fetch(`${proxy.url}/forum`, { headers: { Cookie: cookie } }), 200),
    repeatRequest(() => fetch(`${proxy.url}${postPath}?page=1`), 200),
    repeatRequest(sendComment, 302),
  ];
  const errors: string[] = [];
  const collectErrors = (program: Program | undefined) =>
    errors.push(
      ...(program?.readOutput().split("\n") ?? []).filter((line) => line.includes('"level":"error"')),
    );
  for (const [index, environment] of settings.entries()) {
    const countsBefore = repeatedRequests.map(({ outcome }) => outcome.succeeded);
    await programs[index]?.stop();
    expect(await programs[index]?.ended).toBe(0);
    collectErrors(programs[index]);
    programs[index] = await startProgram(environment);
    await waitUntilReady();
    await waitUntil(() =>
      repeatedRequests.every(
        ({ outcome }, requestIndex) => outcome.succeeded > (countsBefore[requestIndex] ?? 0),
      ),
    );
  }
  await Promise.all(repeatedRequests.map(({ stop }) => stop()));

  programs.forEach(collectErrors);
  expect({ failures: repeatedRequests.flatMap(({ outcome }) => outcome.failures), errors }).toEqual({
    failures: [],
    errors: [],
  });
  // Each stream was connected to one of the programs, and both programs were restarted.
  for (const stream of streams) expect(stream.countConnections()).toBeGreaterThanOrEqual(2);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from public.comments where content like 'Number 0.%'",
  );
  expect(rows.length).toBe(repeatedRequests[3]?.outcome.succeeded);
  await waitUntil(() => streams.every(({ commentIds }) => rows.every(({ id }) => commentIds.has(id))));
  await Promise.all(streams.map(({ close }) => close()));
});
