import { expect, test } from "vitest";
import { parseBackup } from "./local-backup.ts";

const backup = {
  title: "t",
  content: "c",
  category: "ai",
  tags: ["a"],
  requestId: "r",
  version: "v",
  keptAt: "2026-01-01T00:00:00.000Z",
};

test("a backup survives a round trip", () => {
  expect(parseBackup(JSON.stringify(backup))).toEqual(backup);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["null", "null"],
  ["a number", "7"],
  ["a missing text", JSON.stringify({ ...backup, content: undefined })],
  ["tags that aren't strings", JSON.stringify({ ...backup, tags: [1] })],
  ["an invalid time", JSON.stringify({ ...backup, keptAt: "soon" })],
])("%s is not a backup", (_, text) => {
  expect(parseBackup(text)).toBeNull();
});
