import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

test("runs at most the given number at a time and takes turns between clients", async () => {
  const turn = limitConcurrency(1);
  const order: string[] = [];
  let running = 0;
  const run = (name: string, client: string) =>
    turn(async () => {
      running += 1;
      expect(running).toBe(1);
      order.push(name);
      await nextTick();
      running -= 1;
    }, client);
  await Promise.all([run("a1", "a"), run("a2", "a"), run("a3", "a"), run("b1", "b"), run("b2", "b")]);
  expect(order).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("a failing task lets the next one run", async () => {
  const turn = limitConcurrency(1);
  const failing = turn(() => Promise.reject(new Error("failed")));
  const next = turn(async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
});
