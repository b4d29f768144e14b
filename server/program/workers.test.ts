import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { findFreePort, type Program, startProgram } from "#server/testing/program.ts";

/** Needs Linux and the build that `npm test` creates. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let settings: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  settings = {
    WORKERS: "2",
    DATABASE_URL: database.url,
    LOG_LEVEL: "info",
    PORT: String(await findFreePort()),
  };
});
afterAll(() => database.drop());

async function start(): Promise<Program> {
  const program = await startProgram(settings);
  await waitUntilReady(program);
  return program;
}

/** Waits long enough for slow machines. */
const waitUntil = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 60_000 });
const readMetrics = async ({ url }: Program) =>
  (await fetch(`${url}/metrics`, { headers: { Connection: "close" } })).text();
const waitUntilReady = (program: Program) =>
  waitUntil(async () => (await readMetrics(program).catch(() => "")).includes("\nlattice_workers 2\n"));

const readWorkerPids = ({ pid }: Program) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Opens a keep-alive connection, which stays with one worker. */
function openConnection({ url }: Program) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    request: (path: string) =>
      new Promise<number>((resolve, reject) => {
        get(url + path, { agent }, (response) => {
          response.resume().once("end", () => resolve(response.statusCode ?? 0));
          response.once("error", reject);
        }).once("error", reject);
      }),
    isOpen: () =>
      Object.values(agent.freeSockets).some((sockets) => sockets?.some(({ writable }) => writable)),
    close: () => agent.destroy(),
  };
}

describe("a program with two workers", () => {
  let program: Program;
  beforeAll(async () => {
    program = await start();
  });
  afterAll(() => program.stop());

  const listJobRunnerPids = () =>
    [...program.readOutput().matchAll(/"process":(\d+),.*"this process runs the jobs"/g)].map(([, pid]) =>
      Number(pid),
    );

  test("returns the metrics of both workers, whichever of them handles the request", async () => {
    for (let index = 0; index < 12; index += 1)
      await fetch(`${program.url}/robots.txt`, { headers: { Connection: "close" } });
    for (let index = 0; index < 3; index += 1) {
      expect(await readMetrics(program)).toMatch(
        /^lattice_http_request_duration_seconds_count\{[^}]*mount="feeds"[^}]*\} 12$/m,
      );
    }
  });

  test("replaces a crashed worker without failing requests to the other", async () => {
    const pidsBefore = readWorkerPids(program);
    const connections = Array.from({ length: 6 }, () => openConnection(program));
    // The requests are sequential, so that each worker gets half of them.
    for (const { request } of connections) expect(await request("/healthz")).toBe(200);
    let isOver = false;
    const crashNoticed = Promise.withResolvers<void>();
    const counts = connections.map(() => ({ completed: 0, failed: 0 }));
    const requests = connections.map(async ({ request, isOpen }, index) => {
      const count = counts[index] as (typeof counts)[number];
      while (!isOver) {
        // The crash also closes connections that are idle between two requests.
        const status = isOpen() ? await request("/forum").catch(() => null) : null;
        if (status === null) {
          count.failed += 1;
          // Until the primary has noticed the crash, it may give a new connection to the crashed worker, where it hangs.
          await crashNoticed.promise;
          expect(await request("/forum")).toBe(200);
        } else expect(status).toBe(200);
        count.completed += 1;
        // Leave CPU time for the worker that is starting.
        await sleep(10);
      }
    });
    await waitUntil(() => counts.every(({ completed }) => completed > 0));
    // This worker doesn't run the jobs.
    const crashedPid = pidsBefore.find((pid) => !listJobRunnerPids().includes(pid)) ?? 0;
    process.kill(crashedPid, "SIGKILL");
    await waitUntil(() => program.readOutput().includes("A worker exited"));
    crashNoticed.resolve();
    await waitUntilReady(program);
    const countsBefore = counts.map(({ completed }) => completed);
    await waitUntil(() => counts.every(({ completed }, index) => completed > (countsBefore[index] ?? 0)));
    isOver = true;
    await Promise.all(requests);
    for (const { close } of connections) close();

    // Connections to the crashed worker were closed, maybe during a request. The other connections weren't affected.
    expect(counts.filter(({ failed }) => failed === 0).length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...counts.map(({ failed }) => failed))).toBeLessThanOrEqual(1);
    expect(listJobRunnerPids()).toHaveLength(1);
  });

  test("runs the jobs in one worker, and in its replacement after a crash", async () => {
    const [firstPid = 0] = listJobRunnerPids();
    const pidsBefore = readWorkerPids(program);
    expect(pidsBefore).toContain(firstPid);
    process.kill(firstPid, "SIGKILL");
    await waitUntil(() => listJobRunnerPids().length === 2);
    await waitUntilReady(program);
    const [, secondPid = 0] = listJobRunnerPids();
    expect(pidsBefore).not.toContain(secondPid);
    expect(readWorkerPids(program)).toContain(secondPid);
  });

  test("reports once that its port is in use, without affecting the instance that uses it", async () => {
    const message = await startProgram(settings).catch((error: Error) => error.message);
    expect(message).toContain("ended with code 1");
    expect(String(message).match(/is already in use/g)).toHaveLength(1);
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  });

  test("stops its workers and exits with 0 when it is asked to stop", async () => {
    const workerPids = readWorkerPids(program);
    await program.stop();
    expect(await program.ended).toBe(0);
    expect(workerPids.filter(isRunning)).toEqual([]);
  });
});

test("a killed primary leaves no worker behind", async () => {
  const program = await start();
  const workerPids = readWorkerPids(program);
  expect(workerPids).toHaveLength(2);
  await program.kill();
  await waitUntil(() => !workerPids.some(isRunning));
});

test("if a worker can't be replaced, the others continue, and the program exits when the last one does", async () => {
  const program = await start();
  const [firstPid = 0, secondPid = 0] = readWorkerPids(program);
  await database.pool.query("alter table auth.secrets rename to elsewhere");
  process.kill(firstPid, "SIGKILL");
  await waitUntil(() => program.readOutput().split("A worker exited").length > 4);
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  process.kill(secondPid, "SIGKILL");
  expect(await program.ended).toBe(1);
  expect(program.readOutput()).toContain('relation "auth.secrets" does not exist');
});
