import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSamples, SETS, writeErrors, writeTable } from "./measure.fixture.ts";
import { DETECTORS } from "./scan-contract.ts";

const samples = readSamples();
const paper = readFileSync(join(import.meta.dirname, "../../../docs/scanner.md"), "utf8");

/** What docs/scanner.md says that it cannot do. */
const KNOWN = ["fresh/club-treasury missed unprotected-owner:41"];

describe("the scanner on contracts written for it", () => {
  test("finds and alarms as docs/scanner.md says", () => {
    expect(paper).toContain(writeTable(samples));
  });

  test("misses nothing and alarms at nothing that it did not before", () => {
    const errors = writeErrors(samples);
    expect(errors).toEqual(KNOWN);
    for (const error of errors) expect(paper).toContain(`- \`${error}\``);
  });

  test("is measured on at least 40 contracts, for every detector, and on sound ones", () => {
    expect(samples.length).toBeGreaterThanOrEqual(40);
    const expected = new Set(
      samples.flatMap((sample) => [...sample.expected].map((place) => place.split(":")[0])),
    );
    expect([...expected].sort()).toEqual(DETECTORS.map(({ id }) => id).sort());
    for (const set of SETS)
      expect(samples.some((sample) => sample.set === set && sample.expected.size === 0)).toBe(true);
  });
});

describe("docs/scanner.md", () => {
  test("lists every detector with its impact, and no other", () => {
    const rows = [...paper.matchAll(/^\| `([\w-]+)` \| (high|medium|low|informational) \| (.+) \|$/gm)];
    expect(rows.map(([, id, impact, title]) => ({ id, impact, title }))).toEqual(
      DETECTORS.map(({ id, impact, title }) => ({ id, impact, title })),
    );
  });
});
