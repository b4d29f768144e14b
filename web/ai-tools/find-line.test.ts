import { expect, test } from "vitest";
import { findLine } from "./find-line.ts";

const TEXT = "a;\n  b;\nc;\n  b;\nd;";

test("finds a line by its number", () => {
  expect(findLine(TEXT, 3, "c;")).toEqual({ from: 8, to: 10, line: 3 });
});
test("finds a moved line by its code, nearest first", () => {
  expect(findLine(`// new\n${TEXT}`, 6, "b;")).toMatchObject({ line: 5 });
  expect(findLine(`\n\n${TEXT}`, 2, "b;")).toMatchObject({ line: 4 });
});
test("finds a line by shortened code", () => {
  expect(findLine("x\nlong line of code", 1, "long line…")).toMatchObject({ line: 2 });
});
test("falls back to the line number, within the text", () => {
  expect(findLine(TEXT, 2, "gone")).toEqual({ from: 3, to: 7, line: 2 });
  expect(findLine(TEXT, 99, "gone")).toMatchObject({ line: 5 });
  expect(findLine("", 1, "gone")).toEqual({ from: 0, to: 0, line: 1 });
});
