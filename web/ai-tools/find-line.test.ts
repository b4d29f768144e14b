import { expect, test } from "vitest";
import { findLine } from "./find-line.ts";

const TEXT = "a;\n  b;\nc;\n  b;\nd;";

test("a line that has not moved is found", () => {
  expect(findLine(TEXT, 3, "c;")).toEqual({ from: 8, to: 10, line: 3 });
});
test("a moved line is found by its code; if several lines have it, the nearest is used", () => {
  expect(findLine(`// new\n${TEXT}`, 6, "b;")).toMatchObject({ line: 5 });
  expect(findLine(`\n\n${TEXT}`, 2, "b;")).toMatchObject({ line: 4 });
});
test("a line is found by shortened code", () => {
  expect(findLine("x\nlong line of code", 1, "long line…")).toMatchObject({ line: 2 });
});
test("if the code was deleted, the line with the same number is used, or the last line", () => {
  expect(findLine(TEXT, 2, "deleted")).toEqual({ from: 3, to: 7, line: 2 });
  expect(findLine(TEXT, 99, "deleted")).toMatchObject({ line: 5 });
  expect(findLine("", 1, "deleted")).toEqual({ from: 0, to: 0, line: 1 });
});
