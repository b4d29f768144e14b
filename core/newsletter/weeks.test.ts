import { expect, test } from "vitest";
import { getLatestIssue, getNextIssue, isTooLate } from "./weeks.ts";

test.each([
  ["2026-11-22T03:00:00Z", "2026-11-16", "2026-11-23"],
  ["2026-11-23T07:59:59.999Z", "2026-11-16", "2026-11-23"],
  ["2026-11-23T08:00:00Z", "2026-11-23", "2026-11-30"],
  ["2027-01-01T00:00:00Z", "2026-12-28", "2027-01-04"],
])("at %s, the latest issue is that of %s, and the next one is that of %s", (now, latestWeek, nextWeek) => {
  const latestIssue = getLatestIssue(new Date(now));
  expect(latestIssue.week).toBe(latestWeek);
  expect(latestIssue.sendAt.toISOString()).toBe(`${latestWeek}T08:00:00.000Z`);
  expect(latestIssue.sendAt.getUTCDay()).toBe(1);
  expect(latestIssue.sendAt.getTime() - latestIssue.from.getTime()).toBe(7 * 86_400_000);
  expect(getNextIssue(new Date(now)).week).toBe(nextWeek);
});

test("an issue that is more than three days late is no longer sent", () => {
  const issue = getLatestIssue(new Date("2026-11-23T08:00:00Z"));
  expect(isTooLate(issue, new Date("2026-11-26T08:00:00Z"))).toBe(false);
  expect(isTooLate(issue, new Date("2026-11-26T08:00:01Z"))).toBe(true);
});
