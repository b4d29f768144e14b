import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { memoizeWithTtl } from "./memoize.ts";
import { getRequestScope, runInRequestScope } from "./request-scope.ts";

test("shared work outlives the request that started it, and its statements count toward that request", async () => {
  const calls = Promise.withResolvers<void>();
  const result = memoizeWithTtl(
    async () => {
      const memoized = getRequestScope();
      if (memoized) memoized.statements += 1;
      await calls.promise;
      return getRequestScope()?.canceled;
    },
    { clock: systemClock, ttlMs: 1000 },
  );
  const [first, statements] = runInRequestScope("first", () => {
    const scope = getRequestScope();
    const waiting = result();
    if (scope) scope.canceled = true;
    return [waiting, () => scope?.statements];
  });
  const second = runInRequestScope("second", result);
  calls.resolve();
  expect(await first).toBe(false);
  expect(await second).toBe(false);
  expect(statements()).toBe(1);
});
