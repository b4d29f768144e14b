import { describe, expect, test } from "vitest";
import { acceptsMimeType, isMimeType, parseFileSize } from "./limits.ts";

describe("a file size", () => {
  test.each([
    [5, 5],
    [0, 0],
    ["20MB", 20_000_000],
    ["20mb", 20_000_000],
    ["1.5 kB", 1500],
    ["10", 10],
    ["10B", 10],
    ["2gb", 2_000_000_000],
    ["1TB", 1_000_000_000_000],
  ])("of %j is %i bytes", (input, bytes) => {
    expect(parseFileSize(input)).toBe(bytes);
  });

  test.each([
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "",
    "MB",
    "-5MB",
    "5 miles",
    "1e9",
    "9".repeat(30),
    // Would take hours in quadratic time.
    `1${" ".repeat(5_000_000)}x`,
  ])("of %j is invalid", (input) => {
    expect(() => parseFileSize(input)).toThrow(/file_size_limit/);
  });
});

describe("MIME types", () => {
  test("are written as type and subtype", () => {
    for (const type of ["text/plain", "TEXT/plain; charset=utf-8", "image/svg+xml", "image/*"])
      expect(isMimeType(type), type).toBe(true);
    for (const type of [
      "",
      "text",
      "text/",
      "/plain",
      "a/b\r\nx: y",
      "a b/c",
      `a/${"b".repeat(300)}`,
      "tëxt/plain",
    ])
      expect(isMimeType(type), type).toBe(false);
  });

  test("are accepted if the bucket allows them", () => {
    expect(acceptsMimeType(null, "a/b")).toBe(true);
    expect(acceptsMimeType([], "a/b")).toBe(true);
    expect(acceptsMimeType(["image/*"], "image/png; x=y")).toBe(true);
    expect(acceptsMimeType(["image/*"], "imagex/png")).toBe(false);
    expect(acceptsMimeType(["Image/PNG"], "image/png")).toBe(true);
    expect(acceptsMimeType(["image/png"], "image/pngx")).toBe(false);
    expect(acceptsMimeType(["*/*"], "a/b")).toBe(true);
  });
});
