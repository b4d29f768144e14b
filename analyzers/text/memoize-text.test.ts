import { expect, test, vi } from "vitest";
import { memoizeByText } from "./memoize-text.ts";

test("a result is cached until enough other strings have been processed", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoized = memoizeByText(compute, 2);
  expect(memoized("a")).toBe(memoized("a"));
  expect(memoized("b").text).toBe("b");
  memoized("a");
  memoized("c");
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c"]);
  memoized("a");
  expect(compute).toHaveBeenCalledTimes(3);
  memoized("b");
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "b"]);
});

test("long strings are not cached", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoized = memoizeByText(compute, 2);
  for (let time = 0; time < 2; time += 1) memoized("x".repeat(8_001));
  expect(compute).toHaveBeenCalledTimes(2);
});
