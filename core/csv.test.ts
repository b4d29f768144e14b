import { expect, test } from "vitest";
import { formatCsv } from "./csv.ts";

test("rows end with CRLF, and cells with commas, quotes or line breaks are quoted", () => {
  expect(
    formatCsv([
      ["day", "note"],
      ["2026-05-10", 'a, "b"\nc'],
    ]),
  ).toBe('day,note\r\n2026-05-10,"a, ""b""\nc"\r\n');
});

test("null is an empty cell, and zero is 0", () => {
  expect(formatCsv([[null, 0, -1.5]])).toBe(",0,-1.5\r\n");
});

test.each(["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])(
  "%j is escaped so that it isn't a formula",
  (text) => {
    expect(formatCsv([[text]])).toMatch(/^"?'/);
  },
);
