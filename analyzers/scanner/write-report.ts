import {
  countFindings,
  describeOmittedFindings,
  type Finding,
  type FindingCounts,
  IMPACT_LEVELS,
} from "#core/ai/analysis.ts";
import { NO_FINDINGS_HEADING } from "#core/ai/collapsed-sections.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { formatCount } from "#core/format-count.ts";
import { formatList } from "#core/format-list.ts";
import { writeBasicChecks } from "./basic-checks.ts";
import { DETECTORS } from "./catalog/catalog.ts";
import type { Context } from "./detectors/detector.ts";
import type { SourceUnit } from "./solidity/tree.ts";

interface Report {
  readonly context: Context;
  readonly unit: SourceUnit;
  /** The first and last lines of the passages that aren't Solidity. */
  readonly skipped: readonly { readonly from: number; readonly to: number }[];
  readonly findings: readonly Finding[];
  /** The number of findings by impact, including omitted findings. */
  readonly counts: FindingCounts;
  /** The IDs of the detectors with findings, including omitted findings. */
  readonly foundDetectorIds: ReadonlySet<string>;
}

const DETAILED_FINDINGS_MAX = 40;

export function writeReport(report: Report): string {
  const { findings, foundDetectorIds } = report;
  const count = countFindings(report.counts);
  const parts = [writeVerdict(report)];
  if (findings.length > 0)
    parts.push("## Findings", ...findings.slice(0, DETAILED_FINDINGS_MAX).map(writeFinding));
  if (findings.length > DETAILED_FINDINGS_MAX)
    parts.push(
      "### More findings",
      findings.slice(DETAILED_FINDINGS_MAX).map(writeFindingBriefly).join("\n"),
    );
  if (count > findings.length) parts.push(describeOmittedFindings(count, findings.length));
  parts.push("## Basic checks", writeBasicChecks(report.context, report.unit));
  parts.push(
    "## What this scan can't see",
    LIMITATIONS,
    NO_FINDINGS_HEADING,
    writeDetectorsWithoutFindings(foundDetectorIds),
    ADVICE,
  );
  return parts.join("\n\n");
}

function writeVerdict({ context, counts, skipped }: Report): string {
  const count = countFindings(counts);
  const names = context.model.contracts.map(({ name }) => name).filter((name) => name !== "");
  const location =
    names.length === 0
      ? "the source"
      : names.length > 4
        ? `${names.length} contracts`
        : formatList(names.map((name) => `\`${name}\``));
  const skippedNote = skipped.length === 0 ? "" : ` ${writeSkipped(skipped)}`;
  if (count === 0)
    return `**Nothing found in ${location}. That doesn't mean ${names.length > 1 ? "they're" : "it's"} safe:** a static scan only finds what it looks for.${skippedNote}`;
  const countTexts = IMPACT_LEVELS.flatMap((impact) => {
    const impactCount = counts[impact];
    if (impactCount === 0) return [];
    return impact === "informational"
      ? `${impactCount} informational`
      : `${impactCount} with ${impact} impact`;
  });
  return `**${formatCount(count, "finding")} in ${location}: ${countTexts.join(", ")}.**${skippedNote}`;
}

function writeSkipped(passages: Report["skipped"]): string {
  const spans = passages
    .slice(0, 5)
    .map(({ from, to }) => (from === to ? `line ${from}` : `lines ${from} to ${to}`));
  return `Not recognized as Solidity: ${spans.join(", ")}${passages.length > 5 ? " and others" : ""}.`;
}

function writeFinding(finding: Finding, index: number): string {
  const { title, impact, confidence, line, code, explanation, recommendation } = finding;
  const location = [finding.contract, finding.function].filter((name) => name !== null).join(".");
  return [
    `### ${index + 1}. ${title}`,
    `${capitalize(impact)}${impact === "informational" ? "" : " impact"}, ${confidence} confidence, line ${line}${location === "" ? "" : ` in \`${location}\``}.`,
    formatCodeBlock(code),
    `**Why:** ${explanation}`,
    `**What to do:** ${recommendation}`,
  ].join("\n\n");
}

const writeFindingBriefly = ({ title, impact, line }: Finding): string =>
  `- ${title} (${impact}), line ${line}`;

function writeDetectorsWithoutFindings(foundDetectorIds: Report["foundDetectorIds"]): string {
  const otherDetectors = DETECTORS.filter(({ id }) => !foundDetectorIds.has(id));
  if (otherDetectors.length === 0) return "None: every kind of weakness that this scanner detects was found.";
  return otherDetectors.map(({ title }) => `- ${title}`).join("\n");
}

const ADVICE = "Before you trust the contract with money, test and fuzz it, and have it audited.";

const LIMITATIONS = [
  "- **A scan without findings doesn't mean the contract is safe.** The scanner only reads the source; it runs nothing and proves nothing.",
  "- It doesn't know what the contract is meant to do, so it misses wrong prices, wrong shares and steps in the wrong order.",
  "- It doesn't read imported files, called contracts or inline assembly.",
  "- It doesn't detect price manipulation, knows only three kinds of front-running (of submitted answers, swaps and price changes), and can't know who controls the owner's key.",
  "- A finding can be a false alarm, because the scanner may miss a check elsewhere. Review each one in its context.",
].join("\n");

interface Problem {
  readonly message: string;
  readonly isTooComplex: boolean;
}

export function writeUnreadable(
  { message, isTooComplex }: Problem,
  line: number,
  column: number,
  code: string,
): string {
  const from = Math.max(0, column - 1 - 80);
  const excerpt = code.slice(from, from + 160).replaceAll("\t", " ");
  const caret = `${" ".repeat(Math.max(0, column - 1 - from))}^`;
  return [
    `**${isTooComplex ? "Too complex to scan:" : "Syntax error on"} line ${line}, column ${column}.** ${capitalize(message)}.`,
    formatCodeBlock(`${excerpt}\n${caret}`),
    isTooComplex
      ? "Nothing was scanned. Simplify this part, or scan the contracts one at a time."
      : "Nothing was scanned, because the unreadable part could hide a weakness. Fix this line (a compiler would reject it too) and scan again.",
  ].join("\n\n");
}

export function writeNotSolidity(description: string): string {
  return `**There is no Solidity here to scan.** This looks like ${description}.\n\nPaste the source of a contract, from \`pragma solidity\` to the last closing brace. Text or Markdown around it is fine.`;
}

export function writeTooLong(length: number): string {
  return `**This is too long to scan:** ${length.toLocaleString("en-US")} characters; the limit is ${INPUT_LIMIT.toLocaleString("en-US")}. Scan the contracts one at a time, without libraries you haven't changed.`;
}

function formatCodeBlock(code: string): string {
  const longestRun = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  return `${fence}solidity\n${code}\n${fence}`;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
