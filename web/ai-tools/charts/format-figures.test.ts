import { expect, test } from "vitest";
import { formatDollars, formatPercent, formatPercents, formatSigned } from "./format-figures.ts";

test.each([
  [67123.4, "$67,123"],
  [12.5, "$12.50"],
  [0.0831, "$0.0831"],
  [0.00001234, "$0.0000123"],
  [0, "$0.00"],
])("%d dollars are formatted as %s", (price, text) => {
  expect(formatDollars(price)).toBe(text);
});

test("fractions are formatted as percentages, and weights with a sign", () => {
  expect([0.1234, -0.05, -0.0004].map((fraction) => formatPercent(fraction))).toEqual([
    "12.3%",
    "−5.0%",
    "0.0%",
  ]);
  expect([formatSigned(0.416), formatSigned(-0.1)]).toEqual(["+0.42", "−0.10"]);
});

test("axis labels have a decimal place only if one of them needs it", () => {
  expect(formatPercents([0.1, 0.2, 0.3])).toEqual(["10%", "20%", "30%"]);
  expect(formatPercents([0.1, 0.125])).toEqual(["10.0%", "12.5%"]);
  expect(formatPercents([-0.1, 0, 0.1])).toEqual(["−10%", "0%", "10%"]);
});
