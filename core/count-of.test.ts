import { expect, test } from "vitest";
import { countOf } from "./count-of.ts";

test("one thing is one, on either side of zero, and many are grouped by thousands", () => {
  expect([0, 1, -1, 2].map((amount) => countOf(amount, "point"))).toEqual([
    "0 points",
    "1 point",
    "-1 point",
    "2 points",
  ]);
  expect(countOf(1200, "entry", "entries")).toBe("1,200 entries");
});
