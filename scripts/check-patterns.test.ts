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

test("a pattern that the check can't analyze is an error", () => {
  expect(() => check("/(/")).toThrow();
});
