import { expect, test } from "vitest";
import { getReferrerPath, getSafePath } from "./same-site-path.ts";

const SITE = "https://lattice.example";

/** The origin that a browser ends up at when it follows this Location header. */
const resolveOrigin = (location: string) => new URL(location, SITE).origin;

test.each([
  ["/create", "/create"],
  ["/forum?sort=new&q=a%20b", "/forum?sort=new&q=a%20b"],
  ["/forum/../create", "/create"],
  // Encoded slashes stay part of the path, in Location headers and in the router.
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/%5cevil.example", "/%5cevil.example"],
  ["//site.invalid/forum", "/forum"],
])("%s stays on the site, at %s", (input, path) => {
  expect(getSafePath(input)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/./\\evil.example",
  "/\n/evil.example",
  "/\r\n\\evil.example",
  "\n//evil.example",
  " //evil.example",
  "/..//evil.example",
  "/..\\/evil.example",
  "//site.invalid//evil.example",
  "///evil.example",
  "//user@evil.example",
  "data:text/html,x",
  "java\nscript:alert(1)",
  "https://evil.example",
  "javascript:alert(1)",
  "",
])("%j never points to another site", (input) => {
  expect(resolveOrigin(getSafePath(input, "/forum"))).toBe(SITE);
  expect(getSafePath(input, "/forum")).toBe("/forum");
});

test.each([
  [`${SITE}/forum?sort=top`, "/forum?sort=top"],
  [`${SITE}//evil.example/forum`, "/"],
  ["https://evil.example/forum", "/"],
  ["not a URL", "/"],
])("a form sent from %s goes back to %s", (referer, path) => {
  const request = new Request(`${SITE}/theme`, { method: "POST", headers: { referer } });
  expect(getReferrerPath(request)).toBe(path);
});
