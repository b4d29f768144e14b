import { describe, expect, test } from "vitest";
import { checkPassword } from "./password.ts";

const PLAIN_RULES = { minLength: 6, characterSets: [] };
const ann = { email: "ann.lee@example.org", username: "Ann of Oslo" };

test("the maximum length is in bytes, the minimum in characters", () => {
  expect(checkPassword("12345", PLAIN_RULES)).toMatchObject({ kind: "weak", reasons: ["length"] });
  const greekPassword = "αβγδεζηθικλμνξοπρσ".repeat(2);
  expect(checkPassword(greekPassword, PLAIN_RULES)).toBeNull();
  expect(checkPassword(`${greekPassword}a`, PLAIN_RULES)).toEqual({
    kind: "too_long",
    message: "Password cannot be longer than 72 characters",
  });
});

test("several reasons are reported together, in the protocol's wording", () => {
  const rules = { minLength: 8, characterSets: ["abc", "123"] };
  expect(checkPassword("xyz", rules)).toEqual({
    kind: "weak",
    reasons: ["length", "characters"],
    message:
      "Password should be at least 8 characters. Password should contain at least one character of each: abc, 123.",
  });
  expect(checkPassword("xylophoneza1", rules)).toBeNull();
});

test.each(["password", "PassWord1", "qwerty123", " 123456 ", "letmein", "iloveyou"])(
  "%s is refused as too common",
  (password) => {
    expect(checkPassword(password, PLAIN_RULES)).toMatchObject({ reasons: ["pwned"] });
  },
);

describe("the user's own name or email address is refused", () => {
  test.each([
    "ann.lee@example.org",
    "AnnLee",
    "annlee99",
    "1984annlee",
    "ann-of-oslo",
    "Ann of Oslo!",
    "annofoslo2024",
  ])("%s", (password) => {
    expect(checkPassword(password, PLAIN_RULES, ann)).toMatchObject({ reasons: ["personal"] });
  });

  test.each(["ann lee likes rain", "oslo in winter", "annika-lee"])("but not %s", (password) => {
    expect(checkPassword(password, PLAIN_RULES, ann)).toBeNull();
  });

  test("but not a two-letter name", () => {
    expect(checkPassword("jo7391xk", PLAIN_RULES, { email: "jo@example.org" })).toBeNull();
  });
});

test("a far too long name is neither normalized, which would take hours, nor compared", () => {
  const username = `${"\u0301\u0323".repeat(2_000_000)}`;
  expect(checkPassword("xylophoneza1", PLAIN_RULES, { username })).toBeNull();
});
