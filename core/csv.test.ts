import { expect, test } from "vitest";
import { writeCsv } from "./csv.ts";

test("rows end with CRLF, and cells with commas, quotes or breaks are quoted", () => {
  expect(
    writeCsv([
      ["day", "what"],
      ["2026-05-10", 'a, "b"\nc'],
    ]),
  ).toBe('day,what\r\n2026-05-10,"a, ""b""\nc"\r\n');
});

test("what is not known is an empty cell, and nought is nought", () => {
  expect(writeCsv([[null, 0, -1.5]])).toBe(",0,-1.5\r\n");
});

test.each(["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])("%j is no formula any more", (text) => {
  expect(writeCsv([[text]])).toMatch(/^"?'/);
});
