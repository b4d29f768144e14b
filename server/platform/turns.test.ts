import { setImmediate as aTurnLater } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurns } from "./turns.ts";

test("so many run at a time, and one of each asker is taken before the second of any", async () => {
  const turn = takeTurns(1);
  const order: string[] = [];
  let running = 0;
  const run = (name: string, who: string) =>
    turn(async () => {
      running += 1;
      expect(running).toBe(1);
      order.push(name);
      await aTurnLater();
      running -= 1;
    }, who);
  await Promise.all([run("a1", "a"), run("a2", "a"), run("a3", "a"), run("b1", "b"), run("b2", "b")]);
  expect(order).toEqual(["a1", "a2", "b1", "a3", "b2"]);
});

test("one that fails gives its turn to the next", async () => {
  const turn = takeTurns(1);
  const failing = turn(() => Promise.reject(new Error("failed")));
  const next = turn(async () => "done");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("done");
});
