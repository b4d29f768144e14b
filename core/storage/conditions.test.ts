import { expect, test } from "vitest";
import { allowsRange, isUnchanged } from "./conditions.ts";

const storedVersion = { etag: '"abc"', modifiedAt: new Date("2026-01-02T03:04:05.678Z") };

test("a cached copy is validated by its ETag, or by its modification time if the request has no ETag", () => {
  const check = (ifNoneMatch?: string, ifModifiedSince?: string) =>
    isUnchanged({ ifNoneMatch, ifModifiedSince }, storedVersion);
  expect([check('"abc"'), check('W/"abc"'), check('"x", "abc"'), check("*")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([check('"abcd"'), check('"x"', "Fri, 02 Jan 2026 03:04:05 GMT"), check()]).toEqual([
    false,
    false,
    false,
  ]);
  expect(check(undefined, "Fri, 02 Jan 2026 03:04:05 GMT")).toBe(true);
  expect(check(undefined, "Fri, 02 Jan 2026 03:04:04 GMT")).toBe(false);
});

test("If-Range matches a strong ETag or an exact time", () => {
  expect(allowsRange(undefined, storedVersion)).toBe(true);
  expect(allowsRange('"abc"', storedVersion)).toBe(true);
  expect(allowsRange('W/"abc"', storedVersion)).toBe(false);
  expect(allowsRange("Fri, 02 Jan 2026 03:04:05 GMT", storedVersion)).toBe(true);
  expect(allowsRange("Fri, 02 Jan 2026 03:04:06 GMT", storedVersion)).toBe(false);
});
