import { expect, test } from "vitest";
import { parseDuration } from "./parse-duration.ts";

test.each([
  ["24h", 86_400_000],
  ["1h30m", 5_400_000],
  ["1.5s", 1_500],
  ["300ms", 300],
  ["100us2ns", 0.100002],
])("%s is %d milliseconds", (text, milliseconds) => {
  expect(parseDuration(text)).toBeCloseTo(milliseconds, 6);
});

test.each(["", "24", "h", "-1h", "+1h", "1d", "1h ", "1 h", "1h;", "∞h", `${"9".repeat(50)}h`])(
  "%j is not a duration",
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
