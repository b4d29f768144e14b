import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createWorkPool } from "./work-pool.ts";

const createPool = () =>
  createWorkPool<string, string, string>({
    script: join(import.meta.dirname, "work-pool.fixture.ts"),
    threads: 1,
    timeoutMs: 2_000,
    memoryMb: 64,
    idleMs: 60_000,
    errors: {
      rejected: (rejection) => new Error(`rejected: ${rejection}`),
      crashed: (error) => new Error(`crashed: ${error.message}`),
      timedOut: () => new Error("timed out"),
      closed: () => new Error("closed"),
    },
  });
let pool: ReturnType<typeof createPool>;
afterEach(() => pool.close());

test("a thread's startup time doesn't count toward a task's timeout", async () => {
  pool = createPool();
  await expect(pool.run("first")).resolves.toBe("first");
  await expect(pool.run("invalid")).rejects.toThrow("rejected: No.");
  await expect(pool.run("second")).resolves.toBe("second");
});

test("after warmUp(), a thread is started before the first task, and a new one replaces it when a task times out", async () => {
  let threadCount = 0;
  const countThread = () => {
    threadCount += 1;
  };
  process.on("worker", countThread);
  pool = createPool();
  expect(threadCount).toBe(0);
  pool.warmUp();
  await expect.poll(() => threadCount).toBe(1);
  await expect(pool.run("first")).resolves.toBe("first");
  expect(threadCount).toBe(1);
  const stuckTask = pool.run("stuck");
  const nextTask = pool.run("next");
  await expect(stuckTask).rejects.toThrow("timed out");
  await expect(nextTask).resolves.toBe("next");
  expect(threadCount).toBe(2);
  process.off("worker", countThread);
});

test("after warmUp(), a thread is always ready, even if a task ran before", async () => {
  let threadCount = 0;
  const countThread = () => {
    threadCount += 1;
  };
  process.on("worker", countThread);
  pool = createPool();
  const firstTask = pool.run("first");
  await expect.poll(() => threadCount).toBe(1);
  // Doesn't disturb the running task.
  pool.warmUp();
  await expect(firstTask).resolves.toBe("first");
  expect(threadCount).toBe(1);
  pool.warmUp();
  await expect.poll(() => threadCount).toBe(2);
  process.off("worker", countThread);
});

test("close() rejects running and queued tasks", async () => {
  pool = createPool();
  const rejections = [pool.run("stuck"), pool.run("waiting")].map((result) =>
    expect(result).rejects.toThrow("closed"),
  );
  await pool.close();
  await Promise.all(rejections);
});
