import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "./parse-search.ts";
import { readDate } from "./read-date.ts";

const NOW = new Date("2026-11-22T10:30:00Z");
const parse = (text: string) => parseSearch(text, NOW);
const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe("what is read", () => {
  test("words stay words; quotes and minus are strict", () => {
    expect(parse('lost wallet "seed phrase" -scam -"free coins"')).toMatchObject({
      words: ["lost", "wallet"],
      strict: '"seed phrase" -scam -"free coins"',
      filters: [],
      problems: [],
      isTooShort: false,
    });
    expect(parse("red OR green")).toMatchObject({ words: [], strict: "red OR green" });
    expect(parse('"never closed')).toMatchObject({ strict: '"never closed"' });
  });

  test("filters, in any case and quoted, with their signs taken off", () => {
    expect(
      parse('TAG:#DeFi author:@mara -category:"Artificial Intelligence" author:"Jo Writer" fees'),
    ).toMatchObject({
      words: ["fees"],
      filters: [
        { by: "tag", value: "defi", isExcluded: false },
        { by: "author", value: "mara", isExcluded: false },
        { by: "category", value: "ai", isExcluded: true },
        { by: "author", value: "Jo Writer", isExcluded: false },
      ],
    });
  });

  test("dates: a year, a month or a day begins, of several the narrowest counts", () => {
    expect(parse("a after:2025 before:2026-03 after:2025-06-09")).toMatchObject({
      since: day("2025-06-09"),
      until: day("2026-03-01"),
    });
    expect(parse("after:7d")).toMatchObject({ since: day("2026-11-15"), isTooShort: false });
  });

  test("an address and a time of day are no operators", () => {
    expect(parse("https://example.org/a 12:30")).toMatchObject({
      words: ["https://example.org/a", "12:30"],
      problems: [],
    });
  });
});

describe("what cannot be meant is said in its place, and the rest is searched", () => {
  test.each([
    ["foo:bar", "there is no “foo:” to search by"],
    ["before:2024-13", "“2024-13” is no date"],
    ["after:2026-02-30", "“2026-02-30” is no date"],
    ["after:soon", "“soon” is no date"],
    ["-before:2024", "a minus does not go"],
    ["tag:", "write something right after “tag:”"],
    ["category:gardening", "there is no category “gardening”. There are: crypto, ai,"],
    ["before:2024 after:2025", "nothing lies between"],
  ])("%s", (text, message) => {
    const parsed = parse(`${text} wallet`);
    expect(parsed.words).toEqual(["wallet"]);
    expect(parsed.problems).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(parsed.filters).toEqual([]);
  });
});

test.each(["", " ", "a", "-", '""', "!!!", "foo:bar", "before:never"])("%o says too little", (text) => {
  expect(parse(text).isTooShort).toBe(true);
});
test.each(["ab", "鎖", "tag:a", "before:2024", '"ab"'])("%o says enough", (text) => {
  expect(parse(text).isTooShort).toBe(false);
});

test("whatever is typed is read without an error, and never more than its bounds", () => {
  const pieces = fc.constantFrom(
    "tag:",
    "author:",
    "-",
    '"',
    "before:",
    "2024",
    "OR",
    "ab",
    " ",
    ":",
    "x:",
    "\u0000",
    "#",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "grapheme" })), { maxLength: 60 }), (parts) => {
      const parsed = parse(parts.join(""));
      expect(parsed.words.length).toBeLessThanOrEqual(12);
      expect(parsed.filters.length).toBeLessThanOrEqual(8);
      for (const date of [parsed.since, parsed.until]) if (date) expect(date.getTime()).not.toBeNaN();
      if (parsed.since && parsed.until) expect(parsed.since < parsed.until).toBe(true);
    }),
  );
});

test("every day of the calendar is read as itself", () => {
  fc.assert(
    fc.property(fc.date({ min: day("1970-01-01"), max: day("2999-12-31"), noInvalidDate: true }), (date) => {
      const text = date.toISOString().slice(0, 10);
      expect(readDate(text, NOW)).toEqual(day(text));
    }),
  );
});

test.each([
  ["today", "2026-11-22"],
  ["yesterday", "2026-11-21"],
  ["2w", "2026-11-08"],
  ["9m", "2026-02-22"],
  ["1y", "2025-11-22"],
])("%s is %s", (text, expected) => expect(readDate(text, NOW)).toEqual(day(expected)));

test("a month ago is no day that the month has not", () => {
  expect(readDate("1m", new Date("2026-03-31T12:00:00Z"))).toEqual(day("2026-02-28"));
});
