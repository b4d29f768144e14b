import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFullDate } from "./full-date.ts";

const INTL = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

test("a time is written in English, including midnight and noon", () => {
  expect(formatFullDate("2026-11-22T00:05:59.999Z")).toBe("November 22, 2026 at 12:05 AM UTC");
  expect(formatFullDate("2026-03-01T12:00:00.000Z")).toBe("March 1, 2026 at 12:00 PM UTC");
});

test("every time matches the output of Intl", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("2999-12-31"), noInvalidDate: true }), (date) => {
      // Intl separates the time of day with a narrow no-break space.
      const expected = `${INTL.format(date).replaceAll("\u202f", " ")} UTC`;
      expect(formatFullDate(date.toISOString())).toBe(expected);
    }),
  );
});
