import { expect, test } from "vitest";
import { formatList } from "./format-list.ts";

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is written as %j", (parts, text) => expect(formatList(parts)).toBe(text));
