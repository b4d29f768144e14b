import { expect, test } from "vitest";
import { formatCount, formatInteger } from "./format-count.ts";

test("the singular is used for 1 and -1, and large numbers have thousands separators", () => {
  expect([0, 1, -1, 2].map((count) => formatCount(count, "point"))).toEqual([
    "0 points",
    "1 point",
    "-1 point",
    "2 points",
  ]);
  expect(formatCount(1200, "entry", "entries")).toBe("1,200 entries");
});

test("integers have the same separators as with Intl", () => {
  for (const value of [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, 1_000_000_000, -999, -1000, -123_456])
    expect(formatInteger(value)).toBe(value.toLocaleString("en"));
});
