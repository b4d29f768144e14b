import { expect, test } from "vitest";
import { countOf } from "./count-of.ts";

test("the singular is used for 1 and -1, and thousands are grouped", () => {
  expect([0, 1, -1, 2].map((amount) => countOf(amount, "point"))).toEqual([
    "0 points",
    "1 point",
    "-1 point",
    "2 points",
  ]);
  expect(countOf(1200, "entry", "entries")).toBe("1,200 entries");
});
