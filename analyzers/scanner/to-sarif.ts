import { type Analysis, countFindings, describeOmittedFindings, type Finding } from "#core/ai/analysis.ts";
import { SITE_NAME } from "#core/site.ts";
import { DETECTORS } from "./catalog/catalog.ts";

const LEVELS = { high: "error", medium: "warning", low: "note", informational: "note" } as const;

/** The scores by which code hosts sort security findings, from 0 to 10. */
const SEVERITIES = { high: "8.0", medium: "5.5", low: "3.0", informational: "1.0" } as const;

/**
 * Converts findings to a SARIF 2.1.0 log. `at`: the time of the scan, ISO 8601 in UTC. `file`: the source's relative
 * path, percent-encoded.
 */
export function toSarif(
  analysis: Pick<Analysis, "findings" | "findingCounts">,
  { at, file = "contract.sol" }: { at: string; file?: string },
) {
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: `${SITE_NAME} contract scanner`,
            semanticVersion: "1.0.0",
            rules: DETECTORS.map(({ id, title, impact, confidence, explanation, recommendation }) => ({
              id,
              name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
              shortDescription: { text: title },
              fullDescription: { text: explanation },
              help: { text: recommendation },
              defaultConfiguration: { level: LEVELS[impact] },
              properties: {
                tags: ["security", "solidity"],
                precision: confidence,
                "security-severity": SEVERITIES[impact],
              },
            })),
          },
        },
        invocations: [{ executionSuccessful: true, endTimeUtc: at, ...writeNotifications(analysis) }],
        artifacts: [{ location: { uri: file }, sourceLanguage: "solidity" }],
        columnKind: "utf16CodeUnits",
        results: analysis.findings.map((finding) => toResult(finding, file)),
      },
    ],
  };
}

/** If there are more findings than the log contains, returns a notification that says so. */
function writeNotifications({ findings, findingCounts }: Pick<Analysis, "findings" | "findingCounts">) {
  if (!findingCounts) return {};
  const text = describeOmittedFindings(countFindings(findingCounts), findings.length);
  return { toolExecutionNotifications: [{ level: "warning", message: { text } }] };
}

function toResult(finding: Finding, file: string) {
  const { detector, id, title, impact, confidence, line, column, code } = finding;
  const location = [finding.contract, finding.function].filter((name) => name !== null).join(".");
  return {
    ruleId: detector,
    ruleIndex: DETECTORS.findIndex((entry) => entry.id === detector),
    level: LEVELS[impact],
    message: { text: `${title}. ${finding.explanation} ${finding.recommendation}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file, index: 0 },
          region: { startLine: line, startColumn: column, snippet: { text: code } },
        },
        ...(location === "" ? {} : { logicalLocations: [{ fullyQualifiedName: location }] }),
      },
    ],
    partialFingerprints: { "weakness/v1": id },
    properties: { impact, confidence },
  };
}
