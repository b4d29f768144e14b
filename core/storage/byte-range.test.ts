import { expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

test.each([
  [undefined, 10, "full"],
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  [" BYTES = 2 - 3 ", 10, { start: 2, end: 3 }],
  ["bytes=-4", 10, { start: 6, end: 9 }],
  ["bytes=9-", 10, { start: 9, end: 9 }],
  ["bytes=10-", 10, "unsatisfiable"],
  ["bytes=-0", 10, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=-5", 0, "unsatisfiable"],
  ["bytes=3-2", 10, "full"],
  ["bytes=0-1,4-5", 10, "full"],
  [`bytes=${"9".repeat(30)}-`, 10, "full"],
  ["bytes=-", 10, "full"],
  [`bytes=0-0${" ".repeat(9)}`, 10, { start: 0, end: 0 }],
  [`bytes=0-0${" ".repeat(10)}`, 10, "full"],
] as const)("the range %j of a %i-byte object is parsed as %j", (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});
