import { expect, test } from "vitest";
import { dollars, percent, percents, signed } from "./figures.ts";

test.each([
  [67123.4, "$67,123"],
  [12.5, "$12.50"],
  [0.0831, "$0.0831"],
  [0.00001234, "$0.0000123"],
  [0, "$0.00"],
])("%d dollars are %s", (price, text) => {
  expect(dollars(price)).toBe(text);
});

test("fractions and weights", () => {
  expect([percent(0.1234), percent(-0.05), signed(0.416), signed(-0.1)]).toEqual([
    "12.3%",
    "-5.0%",
    "+0.42",
    "−0.10",
  ]);
});

test("an axis has decimals only if needed", () => {
  expect(percents([0.1, 0.2, 0.3])).toEqual(["10%", "20%", "30%"]);
  expect(percents([0.1, 0.125])).toEqual(["10.0%", "12.5%"]);
});
