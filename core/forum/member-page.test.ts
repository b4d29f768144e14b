import { expect, test } from "vitest";
import { formatCount, readMemberPageAddress, writeMemberPageAddress } from "./member-page.ts";

test("a member page's address survives a round trip, and unknown values fall back to the first page of posts", () => {
  for (const address of [
    { tab: "posts", cursor: null },
    { tab: "posts", cursor: "x" },
    { tab: "comments", cursor: "y z" },
  ] as const) {
    expect(readMemberPageAddress(new URLSearchParams(writeMemberPageAddress(address)))).toEqual(address);
  }
  expect(writeMemberPageAddress({ tab: "posts", cursor: null })).toBe("");
  const unknown = new URLSearchParams("tab=votes&after=");
  expect(readMemberPageAddress(unknown)).toEqual({ tab: "posts", cursor: null });
});

test("a capped count ends with a plus", () => {
  expect([formatCount(0), formatCount(1000), formatCount(1001)]).toEqual(["0", "1,000", "1,000+"]);
});
