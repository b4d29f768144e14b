import { expect, test } from "vitest";
import { DETECTORS } from "./catalog/catalog.ts";
import { scanContract } from "./scan-contract.ts";
import { toSarif } from "./to-sarif.ts";

const SCANNED_AT = "2026-01-02T03:04:05Z";
const analysis = scanContract(
  "pragma solidity ^0.8.0;\ncontract A { function f(address a) external { require(tx.origin == address(2)); a.call(''); } }",
);
const log = toSarif(analysis, { at: SCANNED_AT });
const [run] = log.runs;

test("a SARIF 2.1.0 log states its version and schema, and lists each of the tool's rules once", () => {
  expect(log.version).toBe("2.1.0");
  expect(log.$schema).toMatch(/^https:\/\/docs\.oasis-open\.org\/sarif\/.*sarif-schema-2\.1\.0\.json$/);
  expect(run?.tool.driver.name).toBe("Lattice contract scanner");
  const ids = run?.tool.driver.rules.map(({ id }) => id) ?? [];
  expect(ids.toSorted()).toEqual(DETECTORS.map(({ id }) => id).toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  for (const rule of run?.tool.driver.rules ?? []) {
    expect(rule.shortDescription.text.length).toBeGreaterThan(0);
    expect(["error", "warning", "note"]).toContain(rule.defaultConfiguration.level);
  }
  expect(run?.invocations).toEqual([{ executionSuccessful: true, endTimeUtc: SCANNED_AT }]);
});

test("a result states its rule and location, and has the finding's stable ID", () => {
  expect(run?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ["tx-origin", "warning"],
    ["unchecked-call", "warning"],
    ["floating-pragma", "note"],
  ]);
  for (const [index, result] of (run?.results ?? []).entries()) {
    const finding = analysis.findings[index];
    expect(run?.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
    expect(result.message.text).toContain(finding?.explanation);
    expect(result.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri: "contract.sol", index: 0 });
    expect(result.locations[0]?.physicalLocation.region).toMatchObject({
      startLine: finding?.line,
      startColumn: finding?.column,
    });
    expect(result.partialFingerprints["weakness/v1"]).toBe(finding?.id);
  }
});

test("a log without findings has an empty result list, which means that a scan was run", () => {
  expect(toSarif({ findings: [] }, { at: SCANNED_AT }).runs[0]?.results).toEqual([]);
});

test("a log that doesn't contain all findings says so", () => {
  const source = `contract A { function f(address a) external { ${"a.call('');".repeat(900)} } }`;
  const [limitedRun] = toSarif(scanContract(source), { at: SCANNED_AT }).runs;
  expect(limitedRun?.results).toHaveLength(200);
  expect(limitedRun?.invocations[0]).toMatchObject({
    executionSuccessful: true,
    toolExecutionNotifications: [
      { level: "warning", message: { text: "901 findings in total; the 200 most severe are shown." } },
    ],
  });
});
