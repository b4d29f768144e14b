import { expect, test, vi } from "vitest";
import { memoizeByText } from "./memoize-text.ts";

test("a result is cached until enough other texts have been read", () => {
  const read = vi.fn((text: string) => ({ text }));
  const reading = memoizeByText(read, 2);
  expect(reading("a")).toBe(reading("a"));
  expect(reading("b").text).toBe("b");
  reading("a");
  reading("c");
  expect(read.mock.calls.flat()).toEqual(["a", "b", "c"]);
  reading("a");
  expect(read).toHaveBeenCalledTimes(3);
  reading("b");
  expect(read.mock.calls.flat()).toEqual(["a", "b", "c", "b"]);
});

test("long texts are not cached", () => {
  const read = vi.fn((text: string) => ({ text }));
  const reading = memoizeByText(read, 2);
  for (let time = 0; time < 2; time += 1) reading("x".repeat(8_001));
  expect(read).toHaveBeenCalledTimes(2);
});
