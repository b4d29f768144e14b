import { expect, test } from "vitest";
import { buildMemberPageQuery, formatCappedCount, parseMemberPageState } from "./member-page.ts";

test("a member page's query survives a round trip, and unknown values fall back to the first page of posts", () => {
  for (const query of [
    { tab: "posts", cursor: null },
    { tab: "posts", cursor: "x" },
    { tab: "comments", cursor: "y z" },
  ] as const) {
    expect(parseMemberPageState(new URLSearchParams(buildMemberPageQuery(query)))).toEqual(query);
  }
  expect(buildMemberPageQuery({ tab: "posts", cursor: null })).toBe("");
  const unknownParams = new URLSearchParams("tab=votes&after=");
  expect(parseMemberPageState(unknownParams)).toEqual({ tab: "posts", cursor: null });
});

test("a capped count ends with a plus", () => {
  expect([formatCappedCount(0), formatCappedCount(1000), formatCappedCount(1001)]).toEqual([
    "0",
    "1,000",
    "1,000+",
  ]);
});
