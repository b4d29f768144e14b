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
  ["a missing entry", null],
  ["invalid JSON", "{"],
  ["null", "null"],
  ["a number", "7"],
  ["an object without content", JSON.stringify({ ...backup, content: undefined })],
  ["an object with tags that aren't strings", JSON.stringify({ ...backup, tags: [1] })],
  ["an object with an invalid time", JSON.stringify({ ...backup, keptAt: "soon" })],
])("%s is not a backup", (_, text) => {
  expect(parseBackup(text)).toBeNull();
});
