import { expect, test } from "vitest";
import { readCommentsAddress, writeCommentsAddress } from "./comments-address.ts";

test("a comments address survives a round trip, and unknown values fall back to newest first", () => {
  for (const address of [
    { sort: "new", cursor: null },
    { sort: "best", cursor: "x" },
  ] as const) {
    expect(readCommentsAddress(writeCommentsAddress(address))).toEqual(address);
  }
  expect(writeCommentsAddress({ sort: "new", cursor: null }).size).toBe(0);
  expect(readCommentsAddress(new URLSearchParams("sort=worst&after="))).toEqual({
    sort: "new",
    cursor: null,
  });
});
