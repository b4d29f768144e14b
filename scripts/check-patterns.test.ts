import { expect, test } from "vitest";
import { checkPatterns } from "./check-patterns.ts";

const check = (pattern: string) =>
  checkPatterns("a.ts", `const name = 1;\nexport const pattern = ${pattern};\n`);

test.each([
  ["/ +$/", "polynomial"],
  ["/^(.+)@(.+)$/", "polynomial"],
  ["/<[^>]*>/g", "polynomial"],
  ["/[\\p{L}_]+:/v", "polynomial"],
  ["/^(a+)+$/", "exponential"],
])("%s takes %s time", (pattern, kind) => {
  expect(check(pattern)).toEqual([`a.ts:2 takes ${kind} time: ${pattern}`]);
});

test.each(["/(?<! ) +$/", "/ {1,100}$/", "/^[^@]+@(.+)$/", "/<[^<>]*>/g", "/^a+$/", "1 / 2"])(
  "%s takes linear time",
  (pattern) => {
    expect(check(pattern)).toEqual([]);
  },
);

test("a pattern after return is checked, even if it is the only one in the file", () => {
  expect(checkPatterns("a.ts", "function isA(text: string) {\n  return / +$/.test(text);\n}\n")).toEqual([
    "a.ts:2 takes polynomial time: / +$/",
  ]);
});

test("a pattern that the check can't analyze is an error", () => {
  expect(() => check("/(/")).toThrow();
});
