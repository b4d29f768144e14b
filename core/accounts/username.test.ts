import { describe, expect, test } from "vitest";
import { confirmsUsername, parseUsername } from "./username.ts";

describe("a username", () => {
  test.each([
    "Ann",
    "quantum_dev",
    "a-b.c",
    "Anna Maria",
    "_ann_",
    "123",
    "José",
    "Đorđe",
    "Nguyễn",
    "Дмитрий",
    "Ελένη",
    "王小明",
    "さくらサクラ桜",
    "김철수",
    "محمد",
    "अनीता",
    "a".repeat(30),
    "𠮷野家",
  ])("can be %s", (name) => {
    expect(parseUsername(name)).toEqual({ username: name });
  });

  test.each([
    ["only two characters", "ab", /3 to 30/],
    ["31 characters", "a".repeat(31), /3 to 30/],
    ["a leading space", " ann", /space/],
    ["a trailing space", "ann ", /space/],
    ["a trailing no-break space", "ann\u00a0", /space/],
    ["two spaces in a row", "an  na", /in a row/],
    ["a zero-width joiner", "an\u200dna", /invisible/],
    ["a right-to-left override", "an\u202ena", /invisible/],
    ["a Hangul filler", "an\u3164na", /invisible/],
    ["a line break", "an\nna", /invisible/],
    ["a soft hyphen", "an\u00adna", /invisible/],
    ["an at sign", "ann@home", /letters, digits/],
    ["a slash", "an/na", /letters, digits/],
    ["markup", "<b>ann", /letters, digits/],
    ["an emoji", "ann🙂", /letters, digits/],
    ["a check mark", "ann ✓", /letters, digits/],
    ["a check mark as an emoji", "ann ✅", /letters, digits/],
    ["a check mark in a box", "ann☑", /letters, digits/],
    ["a root sign that looks like a check mark", "ann√", /letters, digits/],
    ["Arabic-Indic digits", "ann٣٤", /letters, digits/],
    ["a lone surrogate", "ann\ud800", /letters, digits/],
    ["only punctuation", "_-_", /at least one/],
    ["a leading period", ".ann", /period/],
    ["a trailing period", "ann.", /period/],
    ["two periods in a row", "an..na", /periods/],
    ["one Cyrillic letter among Latin ones", "pаypal", /one alphabet/],
    ["Greek and Latin", "αlpha", /one alphabet/],
    ["Latin and Japanese", "annさん", /one alphabet/],
    ["a phonetic symbol", "aɩice", /one alphabet/],
    ["stacked accents", "a\u0300\u0301\u0302\u0303nna", /accents/],
  ])("can't have %s", (_what, name, problem) => {
    expect(parseUsername(name)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("is stored in normalized form", () => {
    expect(parseUsername("Ａnn\u0301a")).toEqual({ username: "Anńa" });
    expect(parseUsername("𝐀𝐧𝐧")).toEqual({ username: "Ann" });
  });
});

// Normalizing this text would take hours.
const MANY_MARKS = `a${"\u0301\u0323".repeat(2_000_000)}`;

test("a far too long username is refused without being normalized", () => {
  expect(parseUsername(MANY_MARKS)).toEqual({ problem: "Usernames must have 3 to 30 characters." });
});

test("an action is confirmed only by the username, apart from normalization and surrounding spaces", () => {
  expect(confirmsUsername(" Jose\u0301 ", "José")).toBe(true);
  expect(confirmsUsername("Jose", "José")).toBe(false);
  expect(confirmsUsername(MANY_MARKS, "a")).toBe(false);
});
