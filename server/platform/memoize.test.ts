import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { memoizeWithTtl } from "./memoize.ts";
import { getRequestScope, runInRequestScope } from "./request-scope.ts";

test("shared work outlives the request that started it, and its statements count toward that request", async () => {
  const gate = Promise.withResolvers<void>();
  const readResult = memoizeWithTtl(
    async () => {
      const sharedScope = getRequestScope();
      if (sharedScope) sharedScope.statements += 1;
      await gate.promise;
      return getRequestScope()?.canceled;
    },
    { clock: systemClock, ttlMs: 1000 },
  );
  const [first, getStatementCount] = runInRequestScope("first", () => {
    const scope = getRequestScope();
    const pending = readResult();
    if (scope) scope.canceled = true;
    return [pending, () => scope?.statements];
  });
  const second = runInRequestScope("second", readResult);
  gate.resolve();
  expect(await first).toBe(false);
  expect(await second).toBe(false);
  expect(getStatementCount()).toBe(1);
});
