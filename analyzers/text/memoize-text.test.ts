import { expect, test, vi } from "vitest";
import { memoizeByText } from "./memoize-text.ts";

test("a result is cached until enough other strings have been processed", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoizedCompute = memoizeByText(compute, 4);
  const [firstResult] = ["a", "b", "c", "a", "d", "a", "e", "a"].map(memoizedCompute);
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "d", "e"]);
  expect(memoizedCompute("a")).toBe(firstResult);
  expect(memoizedCompute("b")).toEqual({ text: "b" });
  expect(compute.mock.calls.flat()).toEqual(["a", "b", "c", "d", "e", "b"]);
});

test("long strings are not cached", () => {
  const compute = vi.fn((text: string) => ({ text }));
  const memoizedCompute = memoizeByText(compute, 2);
  for (let count = 0; count < 2; count += 1) memoizedCompute("x".repeat(8_001));
  expect(compute).toHaveBeenCalledTimes(2);
});
