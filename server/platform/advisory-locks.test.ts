import { expect, test } from "vitest";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";

test("no two locks are one", () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
});
