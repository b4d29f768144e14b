import { expect, test } from "vitest";
import { measureIndependentContracts } from "./independent.fixture.ts";
import { SETS, scanSamples, writeErrors } from "./measure.fixture.ts";
import { DETECTORS } from "./scan-contract.ts";

const samples = scanSamples();

test("the scanner has no misses or false alarms in the labeled sets", () => {
  expect(writeErrors(samples)).toEqual([]);
});

test("there are at least 40 contracts, which cover every detector, and each set has a contract without weaknesses", () => {
  expect(samples.length).toBeGreaterThanOrEqual(40);
  const expected = new Set(
    samples.flatMap((sample) => [...sample.expected].map((weakness) => weakness.replace(/:.*/, ""))),
  );
  const uncovered = DETECTORS.filter(({ id }) => !expected.has(id)).map(({ id }) => id);
  expect(uncovered, "no contract has `// expect:` with these (see docs/scanner.md)").toEqual([]);
  const known = new Set<string>(DETECTORS.map(({ id }) => id));
  expect(
    [...expected].filter((id) => !known.has(id)),
    "these aren't detectors",
  ).toEqual([]);
  for (const set of SETS)
    expect(samples.some((sample) => sample.set === set && sample.expected.size === 0)).toBe(true);
});

test("the scanner finds at least 85% of the weaknesses that were labeled without knowledge of its detectors, with few false alarms", () => {
  const { labelCount, misses, soundCount, falseAlarms } = measureIndependentContracts("held out");
  expect(labelCount).toBeGreaterThanOrEqual(30);
  expect(1 - misses.length / labelCount, misses.join("\n")).toBeGreaterThanOrEqual(0.85);
  expect(falseAlarms.length / soundCount, falseAlarms.join("\n")).toBeLessThan(0.1);
});

test("the scanner has no misses or false alarms in the independent contracts used for improving the detectors", () => {
  const { misses, falseAlarms } = measureIndependentContracts("used for improving");
  expect([...misses, ...falseAlarms]).toEqual([]);
});
