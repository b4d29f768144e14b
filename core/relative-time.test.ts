import { expect, test } from "vitest";
import { formatRelativeTime, getRelativeTimeExpiry } from "./relative-time.ts";

const now = new Date("2026-05-10T12:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString();

test("lists show “Just now” during the first hour, hours during the first day, and then days", () => {
  const formatInList = (seconds: number) => formatRelativeTime(ago(seconds), now, "list");
  expect([0, 59, 3599].map(formatInList)).toEqual(["Just now", "Just now", "Just now"]);
  expect([3600, 7199, 86_399].map(formatInList)).toEqual(["1h ago", "1h ago", "23h ago"]);
  expect([86_400, 86_400 * 90].map(formatInList)).toEqual(["1d ago", "90d ago"]);
});

test("detail pages show seconds, minutes, hours or days", () => {
  const formatInDetail = (seconds: number) => formatRelativeTime(ago(seconds), now, "detail");
  expect([0, 1, 59, 60, 3599, 3600, 86_399, 86_400].map(formatInDetail)).toEqual([
    "just now",
    "1s ago",
    "59s ago",
    "1m ago",
    "59m ago",
    "1h ago",
    "23h ago",
    "1d ago",
  ]);
});

test("a slow clock doesn't cause negative ages", () => {
  expect(formatRelativeTime(ago(-30), now, "detail")).toBe("just now");
  expect(formatRelativeTime(ago(-30), now, "list")).toBe("Just now");
});

test("an age expires at the exact time at which its text changes", () => {
  for (const format of ["list", "detail"] as const) {
    for (const seconds of [60, 61, 3599, 3600, 7000, 86_399, 86_400, 90 * 86_400 + 5]) {
      const expiresAt = getRelativeTimeExpiry(ago(seconds), now, format);
      const formatAt = (time: number) => formatRelativeTime(ago(seconds), new Date(time), format);
      expect(formatAt(expiresAt - 1), `${seconds} ${format}`).toBe(
        formatRelativeTime(ago(seconds), now, format),
      );
      expect(formatAt(expiresAt), `${seconds} ${format}`).not.toBe(
        formatRelativeTime(ago(seconds), now, format),
      );
    }
  }
  expect(getRelativeTimeExpiry(ago(12), now, "detail")).toBe(now.getTime() + 48_000);
});
