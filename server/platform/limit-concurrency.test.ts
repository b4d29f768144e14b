import { setImmediate as waitForImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

test("at most the given number of tasks run at a time, alternating between clients", async () => {
  const runInTurn = limitConcurrency(1);
  const order: string[] = [];
  let runningCount = 0;
  const run = (name: string, client: string) =>
    runInTurn(async () => {
      runningCount += 1;
      expect(runningCount).toBe(1);
      order.push(name);
      await waitForImmediate();
      runningCount -= 1;
    }, client);
  await Promise.all([run("a1", "a"), run("a2", "a"), run("a3", "a"), run("b1", "b"), run("b2", "b")]);
  expect(order).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("a failing task lets the next one run", async () => {
  const runInTurn = limitConcurrency(1);
  const failingTask = runInTurn(() => Promise.reject(new Error("failed")));
  const nextTask = runInTurn(async () => "done");
  await expect(failingTask).rejects.toThrow("failed");
  expect(await nextTask).toBe("done");
});
