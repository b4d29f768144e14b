import { expect, test } from "vitest";
import { parseLinkTarget } from "./link-target.ts";

test.each([
  ["/forum/123", { kind: "forum", id: "123" }],
  ["/news/123/", { kind: "news", id: "123" }],
  ["/u/Ada%20Lovelace", { kind: "u", id: "Ada Lovelace" }],
  ["/forum", null],
  ["/forum/123/edit", null],
  ["/settings/data", null],
  ["/u/%E0%A4%A", null],
  ["//example.org/forum/1", null],
])("%s leads to the right post, article or member, if any", (path, target) => {
  expect(parseLinkTarget(path)).toEqual(target);
});
