import fc from "fast-check";
import { expect, test } from "vitest";
import { POST_CATEGORIES } from "./categories.ts";
import { FORUM_CHIPS, HOME_CHIPS } from "./category-chips.ts";
import {
  buildPostListParams,
  type PostListState,
  parsePostListState,
  toPostListQuery,
} from "./list-query.ts";
import { POST_FILTERS, POST_SORTS, TOP_PERIODS } from "./types.ts";

const read = (text: string, chips = FORUM_CHIPS) => parsePostListState(new URLSearchParams(text), chips);
const defaults: PostListState = {
  filter: "all",
  sort: "hot",
  period: "all",
  category: "all",
  tag: null,
  search: "",
  cursor: null,
};

test("unknown values fall back to the defaults", () => {
  expect(read("")).toEqual(defaults);
  expect(read("sort=best&period=year&category=politics&tag=&q=%00%20&after=")).toEqual(defaults);
  expect(read("sort=__proto__&category=constructor")).toEqual(defaults);
});

test("defaults are omitted from the URL, and so is a period that has no effect", () => {
  expect(buildPostListParams({}).toString()).toBe("");
  expect(buildPostListParams({ ...read("sort=hot&period=week") }).toString()).toBe("");
  expect(
    buildPostListParams(read("period=week&sort=top&category=trading&q=gas+fees&tag=DeFi")).toString(),
  ).toBe("category=trading&sort=top&period=week&tag=DeFi&q=gas+fees");
});

test("a filter is ignored when searching or if the list doesn't have it, and the Following filter is also ignored when a tag is set", () => {
  const readFilter = (text: string, filters: typeof POST_FILTERS | ["unanswered"] | [] = POST_FILTERS) =>
    parsePostListState(new URLSearchParams(text), FORUM_CHIPS, filters).filter;
  expect(readFilter("filter=unread")).toBe("unread");
  expect(readFilter("filter=unread", ["unanswered"])).toBe("all");
  expect(readFilter("filter=unanswered", [])).toBe("all");
  expect(readFilter("filter=old")).toBe("all");
  expect(readFilter("filter=unread&q=gas")).toBe("all");
  expect(readFilter("filter=unread&tag=gas")).toBe("unread");
  expect(readFilter("filter=following&tag=gas")).toBe("all");
  expect(buildPostListParams({ ...defaults, filter: "unread" }).toString()).toBe("filter=unread");
});

test("a query survives a round trip", () => {
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
        const state = parsePostListState(new URLSearchParams(params), HOME_CHIPS);
        const reparsedState = parsePostListState(
          new URLSearchParams(buildPostListParams(state).toString()),
          HOME_CHIPS,
        );
        expect(reparsedState).toEqual({ ...state, period: state.sort === "top" ? state.period : "all" });
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
