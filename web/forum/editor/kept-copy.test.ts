import { expect, test } from "vitest";
import { parseCopy } from "./kept-copy.ts";

const copy = {
  title: "t",
  content: "c",
  category: "ai",
  tags: ["a"],
  requestId: "r",
  keptAt: "2026-01-01T00:00:00.000Z",
};

test("a copy comes back as it was kept", () => {
  expect(parseCopy(JSON.stringify(copy))).toEqual(copy);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["null", "null"],
  ["a number", "7"],
  ["a missing text", JSON.stringify({ ...copy, content: undefined })],
  ["tags that are no texts", JSON.stringify({ ...copy, tags: [1] })],
  ["a time that is none", JSON.stringify({ ...copy, keptAt: "soon" })],
])("%s is no copy", (_, text) => {
  expect(parseCopy(text)).toBeNull();
});
