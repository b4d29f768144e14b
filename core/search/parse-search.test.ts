import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "./parse-search.ts";
import { parseSearchDate } from "./parse-search-date.ts";

const NOW = new Date("2026-11-22T10:30:00Z");
const parse = (text: string) => parseSearch(text, NOW);
const parseDay = (text: string) => new Date(`${text}T00:00:00Z`);

describe("parseSearch understands", () => {
  test("words, quoted phrases and exclusions", () => {
    expect(parse('lost wallet "seed phrase" -scam -"free coins"')).toMatchObject({
      words: ["lost", "wallet"],
      tsquery: '"seed phrase" -scam -"free coins"',
      filters: [],
      problems: [],
      isTooShort: false,
    });
    expect(parse("red OR green")).toMatchObject({ words: [], tsquery: "red OR green" });
    expect(parse('"never closed')).toMatchObject({ tsquery: '"never closed"' });
  });

  test("filters in any case, quoted, and with # or @", () => {
    expect(
      parse('TAG:#DeFi author:@mara -category:"Artificial Intelligence" author:"Jo Writer" fees'),
    ).toMatchObject({
      words: ["fees"],
      filters: [
        { field: "tag", value: "defi", isExcluded: false },
        { field: "author", value: "mara", isExcluded: false },
        { field: "category", value: "ai", isExcluded: true },
        { field: "author", value: "Jo Writer", isExcluded: false },
      ],
    });
  });

  test("dates to the year, month or day; the narrowest range applies", () => {
    expect(parse("a after:2025 before:2026-03 after:2025-06-09")).toMatchObject({
      since: parseDay("2025-06-09"),
      until: parseDay("2026-03-01"),
    });
    expect(parse("after:7d")).toMatchObject({ since: parseDay("2026-11-15"), isTooShort: false });
  });

  test("URLs and times of day as words, not operators", () => {
    expect(parse("https://example.org/a 12:30")).toMatchObject({
      words: ["https://example.org/a", "12:30"],
      problems: [],
    });
  });
});

describe("what can't be understood is reported, and the rest is searched", () => {
  test.each([
    ["foo:bar", "there is no “foo:” filter"],
    ["before:2024-13", "“2024-13” isn't a date"],
    ["after:2026-02-30", "“2026-02-30” isn't a date"],
    ["after:soon", "“soon” isn't a date"],
    ["-before:2024", "you can't put a minus sign before"],
    ["tag:", "add a value right after “tag:”"],
    ["tag:#", "add a value right after “tag:”"],
    ["author:@", "add a value right after “author:”"],
    ["category:gardening", "there is no category “gardening”. Choose from: crypto, ai,"],
    ["before:2024 after:2025", "the “after:” date must be earlier"],
  ])("%s", (text, message) => {
    const search = parse(`${text} wallet`);
    expect(search.words).toEqual(["wallet"]);
    expect(search.problems).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
    expect(search.filters).toEqual([]);
  });
});

test.each(["", " ", "a", "-", '""', "!!!", "foo:bar", "before:never"])(
  "the search %o is too short",
  (text) => {
    expect(parse(text).isTooShort).toBe(true);
  },
);
test.each(["ab", "鎖", "tag:a", "before:2024", '"ab"'])("the search %o is long enough", (text) => {
  expect(parse(text).isTooShort).toBe(false);
});

test("any input is parsed without an error and within the limits", () => {
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
      const search = parse(parts.join(""));
      expect(search.words.length).toBeLessThanOrEqual(12);
      expect(search.filters.length).toBeLessThanOrEqual(8);
      for (const date of [search.since, search.until]) if (date) expect(date.getTime()).not.toBeNaN();
      if (search.since && search.until) expect(search.since < search.until).toBe(true);
    }),
  );
});

test("every calendar day survives a round trip", () => {
  fc.assert(
    fc.property(
      fc.date({ min: parseDay("1970-01-01"), max: parseDay("2999-12-31"), noInvalidDate: true }),
      (date) => {
        const text = date.toISOString().slice(0, 10);
        expect(parseSearchDate(text, NOW)).toEqual(parseDay(text));
      },
    ),
  );
});

test.each([
  ["today", "2026-11-22"],
  ["yesterday", "2026-11-21"],
  ["2w", "2026-11-08"],
  ["9m", "2026-02-22"],
  ["1y", "2025-11-22"],
])("the date “%s” is %s", (text, expected) => expect(parseSearchDate(text, NOW)).toEqual(parseDay(expected)));

test("“1m” on March 31 is the last day of February", () => {
  expect(parseSearchDate("1m", new Date("2026-03-31T12:00:00Z"))).toEqual(parseDay("2026-02-28"));
});
