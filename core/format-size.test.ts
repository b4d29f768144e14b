import { expect, test } from "vitest";
import { formatSize } from "./format-size.ts";

test("a size is written in the largest unit that it reaches", () => {
  expect([0, 999, 1000, 1_250_000, 5e15].map(formatSize)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.0 kB",
    "1.3 MB",
    "5000.0 TB",
  ]);
});

test("a size that is rounded up to 1000 of a unit is written as 1 of the next unit", () => {
  expect([999_949, 999_950, 999_999, 999_949_999, 999_950_000, 999_999_999_999].map(formatSize)).toEqual([
    "999.9 kB",
    "1.0 MB",
    "1.0 MB",
    "999.9 MB",
    "1.0 GB",
    "1.0 TB",
  ]);
});
