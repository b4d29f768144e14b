import { expect, test } from "vitest";
import { SETS, scanSamples, writeErrors } from "./measure.fixture.ts";
import { DETECTORS } from "./scan-contract.ts";

const samples = scanSamples();

test("the scanner has no misses or false alarms in its contracts except those in docs/scanner.md", () => {
  expect(writeErrors(samples)).toEqual(["fresh/club-treasury missed unprotected-owner:41"]);
});

test("there are at least 40 contracts, covering every detector, including sound ones", () => {
  expect(samples.length).toBeGreaterThanOrEqual(40);
  const expected = new Set(
    samples.flatMap((sample) => [...sample.expected].map((place) => place.split(":")[0])),
  );
  expect([...expected].sort()).toEqual(DETECTORS.map(({ id }) => id).sort());
  for (const set of SETS)
    expect(samples.some((sample) => sample.set === set && sample.expected.size === 0)).toBe(true);
});
