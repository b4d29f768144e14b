import { describe, expect, test } from "vitest";
import { assertBucketName, assertKey, isBucketName, isKey } from "./names.ts";

describe("keys", () => {
  test("can contain the characters that the protocol allows, and folders", () => {
    for (const key of ["a", "a/b/c.txt", "A z09_!.*'()&$@=;:+,?-", ".hidden", "a/...", "x".repeat(1024)])
      expect(isKey(key), key).toBe(true);
  });

  test("can't be empty, too long or mistaken for another key, and can't contain characters that the protocol doesn't allow", () => {
    for (const key of ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a/.", "x".repeat(1025)])
      expect(isKey(key), key).toBe(false);
    for (const key of [
      "ä",
      "a\0",
      "a\n",
      "a\\b",
      "a%2e",
      "a#b",
      'a"b',
      "a<b",
      "日本",
      "a\u202eb",
      "~",
      "a|b",
    ])
      expect(isKey(key), key).toBe(false);
  });

  test("are quoted in error messages, shortened and without control characters", () => {
    expect(() => assertKey("a\u001b[31m")).toThrow("Invalid key: a\uFFFD[31m");
    expect(() => assertKey("%".repeat(5000))).toThrow(/^Invalid key: %{200}$/);
  });
});

describe("bucket names", () => {
  test("are like keys, but without folders or surrounding spaces", () => {
    for (const name of ["a", "holiday photos", "A.b", "x".repeat(100)])
      expect(isBucketName(name), name).toBe(true);
    for (const name of ["", " a", "a ", "a/b", "..", ".", "ä", "a\n", "x".repeat(101)])
      expect(isBucketName(name), name).toBe(false);
    expect(() => assertBucketName("")).toThrow("Bucket name invalid");
  });
});
