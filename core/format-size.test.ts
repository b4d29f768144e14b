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
