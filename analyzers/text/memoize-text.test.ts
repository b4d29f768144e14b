import { expect, test, vi } from "vitest";
import { memoizeByText } from "./memoize-text.ts";

test("a result is cached until enough other strings have been processed", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoized = memoizeByText(compute, 4);
  const [first] = ["a", "b", "c", "a", "d", "a", "e", "a"].map(memoized);
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "d", "e"]);
  expect(memoized("a")).toBe(first);
  expect(memoized("b")).toEqual({ text: "b" });
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("long strings are not cached", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoized = memoizeByText(compute, 2);
  for (let time = 0; time < 2; time += 1) memoized("x".repeat(8_001));
  expect(compute).toHaveBeenCalledTimes(2);
});
