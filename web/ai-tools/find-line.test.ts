import { expect, test } from "vitest";
import { findLine } from "./find-line.ts";

const TEXT = "a;\n  b;\nc;\n  b;\nd;";

test("a line is found by its number", () => {
  expect(findLine(TEXT, 3, "c;")).toEqual({ from: 8, to: 10, line: 3 });
});
test("a line that moved is found by its code, the nearest first", () => {
  expect(findLine(`// new\n${TEXT}`, 6, "b;")).toMatchObject({ line: 5 });
  expect(findLine(`\n\n${TEXT}`, 2, "b;")).toMatchObject({ line: 4 });
});
test("code that was cut still finds its line", () => {
  expect(findLine("x\nlong line of code", 1, "long line…")).toMatchObject({ line: 2 });
});
test("code that is gone leaves the number, within the text", () => {
  expect(findLine(TEXT, 2, "gone")).toEqual({ from: 3, to: 7, line: 2 });
  expect(findLine(TEXT, 99, "gone")).toMatchObject({ line: 5 });
  expect(findLine("", 1, "gone")).toEqual({ from: 0, to: 0, line: 1 });
});
