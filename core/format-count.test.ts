import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test("the singular is used for 1 and -1, and large numbers have thousands separators", () => {
  expect([0, 1, -1, 2].map((count) => formatCount(count, "point"))).toEqual([
    "0 points",
    "1 point",
    "-1 point",
    "2 points",
  ]);
  expect(formatCount(1200, "entry", "entries")).toBe("1,200 entries");
});
