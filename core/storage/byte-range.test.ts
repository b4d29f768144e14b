import { expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";
import { allowsRange, isUnchanged } from "./conditions.ts";
import { formatContentDisposition } from "./content-disposition.ts";

test.each([
  [undefined, 10, "full"],
  ["bytes=0-0", 10, { start: 0, end: 0 }],
  [" BYTES = 2 - 3 ", 10, { start: 2, end: 3 }],
  ["bytes=-4", 10, { start: 6, end: 9 }],
  ["bytes=9-", 10, { start: 9, end: 9 }],
  ["bytes=10-", 10, "beyond"],
  ["bytes=-0", 10, "beyond"],
  ["bytes=0-", 0, "beyond"],
  ["bytes=-5", 0, "beyond"],
  ["bytes=3-2", 10, "full"],
  ["bytes=0-1,4-5", 10, "full"],
  [`bytes=${"9".repeat(30)}-`, 10, "full"],
  ["bytes=-", 10, "full"],
] as const)("the range %j of %i bytes is parsed", (header, size, range) => {
  expect(parseRange(header, size)).toEqual(range);
});

const stored = { etag: '"abc"', modifiedAt: new Date("2026-01-02T03:04:05.678Z") };

test("a cached copy is validated by its ETag, and by its time only without an ETag", () => {
  const check = (ifNoneMatch?: string, ifModifiedSince?: string) =>
    isUnchanged({ ifNoneMatch, ifModifiedSince }, stored);
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
  expect(allowsRange(undefined, stored)).toBe(true);
  expect(allowsRange('"abc"', stored)).toBe(true);
  expect(allowsRange('W/"abc"', stored)).toBe(false);
  expect(allowsRange("Fri, 02 Jan 2026 03:04:05 GMT", stored)).toBe(true);
  expect(allowsRange("Fri, 02 Jan 2026 03:04:06 GMT", stored)).toBe(false);
});

test("a file name can't break the header", () => {
  expect(formatContentDisposition(undefined, "a/b.txt")).toBeUndefined();
  expect(formatContentDisposition("", "a/b.txt")).toBe(
    `attachment; filename="b.txt"; filename*=UTF-8''b.txt`,
  );
  expect(formatContentDisposition('a"\r\n\\ü\ud800', "k")).toMatch(
    /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w%.~-]*$/,
  );
});
