import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { memoizeWithTtl } from "./memoize.ts";
import { currentRequestScope, runInRequestScope } from "./request-scope.ts";

test("shared work outlives the request that started it, and its statements are counted there", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = memoizeWithTtl(
    async () => {
      const own = currentRequestScope();
      if (own) own.statements += 1;
      await asked.promise;
      return currentRequestScope()?.cancelled;
    },
    { clock: systemClock, milliseconds: 1000 },
  );
  const [first, statements] = runInRequestScope("first", () => {
    const scope = currentRequestScope();
    const waiting = answer();
    if (scope) scope.cancelled = true;
    return [waiting, () => scope?.statements];
  });
  const second = runInRequestScope("second", answer);
  asked.resolve();
  expect(await first).toBe(false);
  expect(await second).toBe(false);
  expect(statements()).toBe(1);
});
