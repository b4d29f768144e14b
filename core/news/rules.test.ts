import fc from "fast-check";
import { expect, test } from "vitest";
import { NEWS_FILTERS, NEWS_PAGE_SIZES, NEWS_TABS, normalizeNewsCategory } from "./categories.ts";
import { parseFeedDate } from "./dates.ts";
import { identifyItems } from "./identity.ts";
import { canonicalizeLink } from "./links.ts";
import { buildNewsParams, parseNewsQuery } from "./list-query.ts";
import { computeFetchDelay, getSourceHealth, parseMaxAge, parseRetryAfter } from "./schedule.ts";
import { parseSourceInput } from "./source-input.ts";
import { BUILT_IN_SOURCES, parseSourceList } from "./sources.ts";
import { findTags } from "./tags.ts";

const now = new Date("2026-05-10T12:00:00.000Z");

test.each([
  ["He said the main chain, again, fair and paid", []],
  ["AI, said the trader; Bitcoin's ETF", ["bitcoin", "ai"]],
  ["machine-learning and Machine  Learning", ["machine learning"]],
  ["NFTs; DeFi; cryptography; encrypt; subquantum; e-trading", ["defi", "nft", "trading"]],
  ["trading crypto on a blockchain with an NFT and DeFi", ["defi", "nft", "blockchain", "crypto"]],
  ["bitcoin ethereum ai quantum defi nft", ["bitcoin", "ethereum", "ai", "quantum"]],
  ["éai aié ai_x xai 1ai", []],
])("the tags of %j are %j: whole words, at most four, in a fixed order", (text, tags) => {
  expect(findTags(text)).toEqual(tags);
});

test("an unknown category becomes blockchain; the tabs use the specification's page sizes", () => {
  expect([" AI ", "quantum", "defi", "sports", "all", "", null, 7].map(normalizeNewsCategory)).toEqual([
    "ai",
    "quantum",
    "defi",
    "blockchain",
    "blockchain",
    "blockchain",
    "blockchain",
    "blockchain",
  ]);
  expect(NEWS_TABS.map(({ label, value }) => [label, NEWS_PAGE_SIZES[value]])).toEqual([
    ["All News", 50],
    ["Crypto", 20],
    ["AI & Tech", 20],
    ["Quantum", 15],
  ]);
  expect(
    NEWS_FILTERS.every((value) => parseNewsQuery(buildNewsParams({ category: value })).category === value),
  ).toBe(true);
});

test.each([
  ["https://Example.org:443/a?utm_source=rss&id=7&UTM_Medium=x#top", "https://example.org/a?id=7"],
  ["https://example.org/a?utm_campaign=x", "https://example.org/a"],
  ["https://example.org/a?q=a%20b&z=1", "https://example.org/a?q=a%20b&z=1"],
  ["/gulpjs/gulp", "https://feeds.example.org/gulpjs/gulp"],
  ["  \n https://example.org/x \n", "https://example.org/x"],
  ["//cdn.example.org/x?fbclid=1", "https://cdn.example.org/x"],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["ftp://example.org/", null],
  ["https://user:secret@example.org/", null],
  [`https://example.org/${"a".repeat(3000)}`, null],
  ["", null],
  ["http://", null],
])("the link %j is canonicalized to %j", (link, canonicalLink) => {
  expect(canonicalizeLink(link, "https://feeds.example.org/news/rss")).toBe(canonicalLink);
});

test("canonicalizing a canonical link doesn't change it", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const canonicalLink = canonicalizeLink(url);
      expect(canonicalLink === null ? null : canonicalizeLink(canonicalLink)).toBe(canonicalLink);
    }),
  );
});

test("an item's identity is its guid, or the link if the guid is shared, or the title if both are shared; duplicates have none", () => {
  const createItem = (guid: string, link: string | null, title: string) => ({ guid, link, title });
  const items = [
    createItem(" 1 ", "https://e.org/a", "A"),
    createItem("1", "https://e.org/b", "B"),
    createItem("1", "https://e.org/b", "C"),
    createItem("", null, "D"),
    createItem("", null, " d "),
    createItem("1", "https://e.org/a", "a"),
    createItem("", "https://e.org/", "E"),
    createItem("", "https://e.org/", "F"),
    createItem("2", "https://e.org/a", "A"),
    createItem("3", "https://e.org/g", "G"),
    createItem("3", "https://e.org/g", "G"),
    createItem("", "https://e.org/g", "G"),
  ];
  const identities = [
    "link:https://e.org/a",
    "title:https://e.org/b b",
    "title:https://e.org/b c",
    "title: d",
    null,
    null,
    "title:https://e.org/ e",
    "title:https://e.org/ f",
    "guid:2",
    "guid:3",
    null,
    null,
  ];
  expect(identifyItems(items)).toEqual(identities);
  // The order of the items doesn't change their identities.
  const reversedIdentities = identifyItems(items.slice(0, -1).toReversed());
  expect(new Set(reversedIdentities)).toEqual(new Set(identities));
});

test.each([
  ["Wed, 31 Jan 2018 07:26:05 GMT", "2018-01-31T07:26:05.000Z"],
  ["07 Nov 2015 12:00:00 EST", "2015-11-07T17:00:00.000Z"],
  ["Wednesday, 7 January 15 3:04 +0100", "2015-01-07T02:04:00.000Z"],
  ["\n Mon,\n 24 Sep 2018 10:00:00 -0330 ", "2018-09-24T13:30:00.000Z"],
  ["2017-06-15T10:29:47-07:00", "2017-06-15T17:29:47.000Z"],
  ["2016-06-03T07:38:22.568Z", "2016-06-03T07:38:22.000Z"],
  ["2016-06-03 07:38", "2016-06-03T07:38:00.000Z"],
  ["2016-06-03", "2016-06-03T00:00:00.000Z"],
  ["Sep 5, 2019 11:05 PM", "2019-09-05T23:05:00.000Z"],
  ["Tue, 31 Dec 2024 24:00:00 GMT", "2025-01-01T00:00:00.000Z"],
  ["2024-12-31T24:00Z", "2025-01-01T00:00:00.000Z"],
  ["2024-12-31T24:30:00Z", null],
  ["Tue, 31 Dec 2024 24:00:01 GMT", null],
  // Feeds may contain a leap second.
  ["Sat, 31 Dec 2016 23:59:60 GMT", "2016-12-31T23:59:59.000Z"],
  ["2026-05-10T12:59:00Z", "2026-05-10T12:59:00.000Z"],
  ["2026-05-10T13:01:00Z", null],
  ["2099-01-01", null],
  ["1970-01-01T00:00:00Z", null],
  ["Seg, 24 Set 2018 11:00:00 -0300", null],
  ["31 Feb 2020 10:00 GMT", null],
  ["yesterday 1", null],
  ["20:00", null],
  ["", null],
  ["9".repeat(5000), null],
])("the date %j is parsed as %j", (text, iso) => {
  expect(parseFeedDate(text, now)?.toISOString() ?? null).toBe(iso);
});

test("the wait between fetches doubles with each failure after the first, and waits that a server requests are respected, up to a day", () => {
  const computeWait = (failures: number, requestedSeconds: number | null = null) =>
    computeFetchDelay({ failures, intervalMinutes: 30, requestedSeconds, jitter: 0 }) / 60_000;
  expect([0, 1, 2, 3, 4, 50].map((failures) => computeWait(failures))).toEqual([30, 30, 60, 120, 240, 1440]);
  expect([computeWait(0, 60), computeWait(0, 7200), computeWait(1, 10 ** 9)]).toEqual([30, 120, 1440]);
  expect(computeFetchDelay({ failures: 0, intervalMinutes: 30, requestedSeconds: null, jitter: 1 })).toBe(
    33 * 60_000,
  );
  // Earlier versions stored intervals of up to a week.
  expect(computeFetchDelay({ failures: 0, intervalMinutes: 10_080, requestedSeconds: null, jitter: 1 })).toBe(
    1440 * 60_000,
  );
  expect(parseRetryAfter("120", now)).toBe(120);
  expect(parseRetryAfter("Sun, 10 May 2026 12:01:00 GMT", now)).toBe(60);
  expect(parseRetryAfter("Sun, 10 May 2020 12:01:00 GMT", now)).toBe(0);
  expect([parseRetryAfter("soon", now), parseRetryAfter(null, now), parseRetryAfter("-1", now)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(parseMaxAge("public, Max-Age=600, must-revalidate")).toBe(600);
  expect([parseMaxAge("no-cache, max-age=600"), parseMaxAge("s-maxage=5"), parseMaxAge(null)]).toEqual([
    0,
    null,
    null,
  ]);
});

test("a source's health reflects its recent fetches", () => {
  const getHealth = (failures: number, hasSucceeded = true, isEnabled = true) =>
    getSourceHealth({ failures, hasSucceeded, isEnabled });
  expect([
    getHealth(0, false),
    getHealth(0),
    getHealth(1),
    getHealth(4),
    getHealth(5),
    getHealth(9, true, false),
  ]).toEqual(["new", "good", "failing", "failing", "broken", "off"]);
});

test("the built-in source list is valid and has at least four crypto, two AI and one quantum feed", () => {
  const countSources = (category: string) =>
    BUILT_IN_SOURCES.filter((source) => source.category === category).length;
  expect(countSources("crypto")).toBeGreaterThanOrEqual(4);
  expect(countSources("ai")).toBeGreaterThanOrEqual(2);
  expect(countSources("quantum")).toBeGreaterThanOrEqual(1);
  expect(parseSourceList(JSON.parse(JSON.stringify(BUILT_IN_SOURCES)))).toEqual(BUILT_IN_SOURCES);
});

test("a source's interval is at most a day, because no feed is fetched less often", () => {
  const parse = (intervalMinutes: string) =>
    parseSourceInput({ name: "One", url: "https://example.org/feed", category: "ai", intervalMinutes });
  expect(["", "1", "1440"].map((text) => parse(text).intervalMinutes)).toEqual([null, 1, 1440]);
  for (const text of ["0", "1441", "10080"])
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        fieldErrors: {
          intervalMinutes: "Enter a whole number of minutes from 1 to 1,440, or leave the field empty.",
        },
      }),
    );
});

test("the error for an invalid list of feeds names the feed and the reason", () => {
  const parseOrGetMessage = (value: unknown) => {
    try {
      return parseSourceList(value);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const validSource = { name: "One", url: "https://example.org/feed", category: "ai" };
  expect(parseOrGetMessage([validSource, { ...validSource, url: "file:///etc/passwd", name: "" }])).toBe(
    "feed 2 (name): must have a name\nfeed 2 (url): must have an http or https URL",
  );
  expect(parseOrGetMessage({})).toBe("must be a list of feeds");
  expect(parseOrGetMessage([])).toBe("must list at least one feed");
  expect(parseOrGetMessage([validSource, validSource])).toBe("https://example.org/feed is listed twice");
  expect(parseOrGetMessage([{ ...validSource, secret: 1 }])).toMatch(/feed 1/);
  // A character outside the Basic Multilingual Plane counts as one, as in the form and in the database.
  expect(parseOrGetMessage([{ ...validSource, name: "🗞".repeat(100) }])).toHaveLength(1);
  expect(parseOrGetMessage([{ ...validSource, name: "🗞".repeat(101) }])).toBe(
    "feed 1 (name): must have a name of at most 100 characters",
  );
  expect(parseOrGetMessage([{ ...validSource, intervalMinutes: 1440 }])).toHaveLength(1);
  for (const intervalMinutes of [0, 1.5, 1441, "60"]) {
    expect(parseOrGetMessage([{ ...validSource, intervalMinutes }])).toBe(
      "feed 1 (intervalMinutes): must be a whole number of minutes from 1 to 1440",
    );
  }
  expect(
    parseOrGetMessage([{ name: "One", url: "https://example.org/feed", category: "sports" }]),
  ).toMatchObject([{ category: "blockchain" }]);
});
