import { expect, test } from "vitest";
import { formatDate } from "./format-date.ts";

test.each([
  ["2025-03-03", "March 3, 2025"],
  ["2026-11-12T23:59:59.000Z", "November 12, 2026"],
  ["2026-11-12T23:00:00-02:00", "November 13, 2026"],
  ["soon", ""],
  ["", ""],
])("%j is written as %j", (date, text) => expect(formatDate(date)).toBe(text));
