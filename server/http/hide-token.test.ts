import { expect, test } from "vitest";
import { hideToken } from "./hide-token.ts";

test.each([
  ["/invite/AbC-_123", "/invite/…"],
  ["/invite/AbC-_123.data", "/invite/….data"],
  ["/INVITE/AbC-_123/", "/invite/…"],
  ["/invite/a.b.c", "/invite/…"],
  ["/invite/a/b", "/invite/…"],
  ["/invite", "/invite"],
  ["/forum/invite", "/forum/invite"],
])("%s is logged as %s", (path, loggedPath) => {
  expect(hideToken(path)).toBe(loggedPath);
});
