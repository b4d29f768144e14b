import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";

test("every lock has its own key", () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});
