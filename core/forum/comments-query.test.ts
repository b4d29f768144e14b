import { expect, test } from "vitest";
import { buildCommentsParams, parseCommentsQuery } from "./comments-query.ts";

test("a comments query survives a round trip, and unknown values fall back to newest first", () => {
  for (const query of [
    { sort: "new", cursor: null },
    { sort: "best", cursor: "x" },
  ] as const) {
    expect(parseCommentsQuery(buildCommentsParams(query))).toEqual(query);
  }
  expect(buildCommentsParams({ sort: "new", cursor: null }).size).toBe(0);
  expect(parseCommentsQuery(new URLSearchParams("sort=worst&after="))).toEqual({
    sort: "new",
    cursor: null,
  });
});
