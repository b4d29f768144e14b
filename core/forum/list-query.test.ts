import fc from "fast-check";
import { expect, test } from "vitest";
import { FORUM_CHIPS, HOME_CHIPS, POST_CATEGORIES } from "./categories.ts";
import { readListAddress, toPostListQuery, writeListAddress } from "./list-query.ts";
import { POST_SORTS, TOP_PERIODS } from "./types.ts";

const read = (text: string, chips = FORUM_CHIPS) => readListAddress(new URLSearchParams(text), chips);
const defaults = { sort: "hot", period: "all", category: "all", tag: null, search: "", cursor: null };

test("unknown values fall back to the defaults", () => {
  expect(read("")).toEqual(defaults);
  expect(read("sort=best&period=year&category=politics&tag=&q=%00%20&after=")).toEqual(defaults);
  expect(read("sort=__proto__&category=constructor")).toEqual(defaults);
});

test("defaults are left out of the address, and so is a period that has no effect", () => {
  expect(writeListAddress({}).toString()).toBe("");
  expect(writeListAddress({ ...read("sort=hot&period=week") }).toString()).toBe("");
  expect(writeListAddress(read("period=week&sort=top&category=trading&q=gas+fees&tag=DeFi")).toString()).toBe(
    "category=trading&sort=top&period=week&tag=DeFi&q=gas+fees",
  );
});

test("an address survives a round trip", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 30 });
  fc.assert(
    fc.property(
      fc.record({
        sort: fc.constantFrom(...POST_SORTS),
        period: fc.constantFrom(...TOP_PERIODS),
        category: fc.constantFrom(...HOME_CHIPS.map((chip) => chip.value), ...POST_CATEGORIES),
        q: text,
        tag: text,
      }),
      (params) => {
        const address = readListAddress(new URLSearchParams(params), HOME_CHIPS);
        const again = readListAddress(new URLSearchParams(writeListAddress(address).toString()), HOME_CHIPS);
        expect(again).toEqual({ ...address, period: address.sort === "top" ? address.period : "all" });
      },
    ),
  );
});

test("a search is one line of at most 200 characters", () => {
  expect(read(`q=${"😀".repeat(300)}`).search).toBe("😀".repeat(200));
  expect(read("q=%20a%0A%0Db%00c%20").search).toBe("a bc");
});

test("a chip includes its categories, and every category is reachable from both lists", () => {
  expect(toPostListQuery(read("category=ai"), FORUM_CHIPS).categories).toEqual(["ai", "quantum"]);
  expect(toPostListQuery(read("category=ai", HOME_CHIPS), HOME_CHIPS).categories).toEqual(["ai"]);
  expect(toPostListQuery(read("category=quantum"), FORUM_CHIPS).categories).toEqual(["quantum"]);
  expect(toPostListQuery(read("category=all"), FORUM_CHIPS).categories).toEqual([]);
  for (const chips of [HOME_CHIPS, FORUM_CHIPS]) {
    expect(new Set(chips.flatMap((chip) => chip.includes))).toEqual(new Set(POST_CATEGORIES));
  }
});
