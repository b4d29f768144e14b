import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
import { keepAnswer } from "./keep-answer.ts";
import { currentRequestScope, runInRequestScope } from "./request-scope.ts";

test("what several wait for does not end with the request that asked first, and counts for it", async () => {
  const asked = Promise.withResolvers<void>();
  const answer = keepAnswer(
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
