import { expect, test } from "vitest";
import { formatContentDisposition } from "./content-disposition.ts";

test("a file name can't break the header", () => {
  expect(formatContentDisposition(undefined, "a/b.txt")).toBeUndefined();
  expect(formatContentDisposition("", "a/b.txt")).toBe(
    `attachment; filename="b.txt"; filename*=UTF-8''b.txt`,
  );
  expect(formatContentDisposition('a"\r\n\\ü\ud800', "k")).toMatch(
    /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w%.~-]*$/,
  );
});
