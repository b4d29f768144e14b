import { type Finding, IMPACTS } from "#core/ai/analysis.ts";
import { INPUT_LIMIT } from "#core/ai/chat-stream.ts";
import { formatCount } from "#core/format-count.ts";
import { writeBasicChecks } from "./basic-checks.ts";
import { DETECTORS } from "./catalogue/catalogue.ts";
import type { Context } from "./detectors/detector.ts";
import type { SourceUnit } from "./solidity/tree.ts";

export interface Report {
  readonly context: Context;
  readonly unit: SourceUnit;
  /** Lines of prose that were skipped. */
  readonly passedOver: readonly { readonly from: number; readonly to: number }[];
  readonly findings: readonly Finding[];
  /** The total number of findings, including omitted ones. */
  readonly count: number;
}

/** The most findings to describe in full; the rest get a title and a line. */
const MAX_DETAILED = 40;

/** The Markdown report for a parsed contract. */
export function writeReport(report: Report): string {
  const { findings, count } = report;
  const parts = [writeVerdict(report)];
  if (findings.length > 0) parts.push("## Findings", ...findings.slice(0, MAX_DETAILED).map(writeFinding));
  if (findings.length > MAX_DETAILED)
    parts.push("### And besides", findings.slice(MAX_DETAILED).map(writeBriefly).join("\n"));
  if (count > findings.length)
    parts.push(`${count} findings in total; the ${findings.length} most severe are shown.`);
  parts.push("## Basic checks", writeBasicChecks(report.context, report.unit));
  parts.push("## Checked without findings", writeNotFound(findings), "## What this scan cannot see", LIMITS);
  return parts.join("\n\n");
}

function writeVerdict({ context, findings, count, passedOver }: Report): string {
  const names = context.model.contracts.map(({ name }) => name).filter((name) => name !== "");
  const where =
    names.length === 0
      ? "the source"
      : names.length > 4
        ? `${names.length} contracts`
        : names.map((name) => `\`${name}\``).join(", ");
  const left = passedOver.length === 0 ? "" : ` ${writePassedOver(passedOver)}`;
  if (count === 0)
    return `**Nothing found in ${where}. That doesn't mean it's safe:** a static scan only sees what it looks for.${left}`;
  const counts = IMPACTS.map((impact) => {
    const number = findings.filter((finding) => finding.impact === impact).length;
    return number === 0
      ? null
      : `${number} ${impact === "informational" ? "informational" : `with ${impact} impact`}`;
  }).filter((text) => text !== null);
  return `**${formatCount(count, "finding")} in ${where}: ${counts.join(", ")}.**${left}`;
}

function writePassedOver(passages: Report["passedOver"]): string {
  const spans = passages
    .slice(0, 5)
    .map(({ from, to }) => (from === to ? `line ${from}` : `lines ${from} to ${to}`));
  return `Not recognized as Solidity: ${spans.join(", ")}${passages.length > 5 ? " and others" : ""}.`;
}

function writeFinding(finding: Finding, index: number): string {
  const { title, impact, confidence, line, code, why, remedy } = finding;
  const place = [finding.contract, finding.function].filter((name) => name !== null).join(".");
  return [
    `### ${index + 1}. ${title}`,
    `${capital(impact)}${impact === "informational" ? "" : " impact"}, ${confidence} confidence, line ${line}${place === "" ? "" : ` in \`${place}\``}.`,
    fenced(code),
    `**Why:** ${why}`,
    `**What to do:** ${remedy}`,
  ].join("\n\n");
}

const writeBriefly = ({ title, impact, line }: Finding): string => `- ${title} (${impact}), line ${line}`;

function writeNotFound(findings: readonly Finding[]): string {
  const found = new Set(findings.map(({ detector }) => detector));
  const rest = DETECTORS.filter(({ id }) => !found.has(id));
  if (rest.length === 0) return "Every weakness this scanner knows was found.";
  return `${rest.map(({ title }) => title).join(" · ")}.`;
}

const LIMITS = [
  "- **No finding does not mean safe.** The scanner only reads the source; it runs nothing and proves nothing.",
  "- It doesn't know what the contract is meant to do, so it misses wrong prices, wrong shares and steps in the wrong order.",
  "- It doesn't read imported files, called contracts or inline assembly.",
  "- It doesn't detect price manipulation or front-running, or know who controls the owner's key.",
  "- A finding may be a false alarm, because the scanner may miss a check elsewhere. Review each one with its code.",
  "- Before money depends on the contract, get tests, fuzzing and a manual audit.",
].join("\n");

/** The answer for Solidity with a syntax error. */
export function writeUnreadable(message: string, line: number, column: number, code: string): string {
  const from = Math.max(0, column - 1 - 80);
  const shown = code.slice(from, from + 160).replaceAll("\t", " ");
  const caret = `${" ".repeat(Math.max(0, column - 1 - from))}^`;
  return [
    `**Syntax error on line ${line}, column ${column}.** ${capital(message)}.`,
    fenced(`${shown}\n${caret}`),
    "Nothing was scanned, because the unreadable part could hide a weakness. Fix this line (a compiler would reject it too) and scan again.",
  ].join("\n\n");
}

export function writeNotSolidity(what: string): string {
  return `**There is no Solidity here to scan.** The text looks like ${what}.\n\nPaste the source of a contract, from \`pragma solidity\` to its last closing bracket. Text or Markdown around it is fine.`;
}

export function writeTooLong(length: number): string {
  return `**This is too long to scan:** ${length.toLocaleString("en-US")} characters; the limit is ${INPUT_LIMIT.toLocaleString("en-US")}. Scan the contracts one at a time, without libraries you haven't changed.`;
}

/** A code block whose fence is longer than any in the code. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}solidity\n${code}\n${fence}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
