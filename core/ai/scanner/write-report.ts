import { type Finding, IMPACTS } from "#core/ai/analysis.ts";
import { INPUT_LIMIT } from "#core/ai/chat-stream.ts";
import { countOf } from "#core/count-of.ts";
import { writeBasicChecks } from "./basic-checks.ts";
import { DETECTORS } from "./catalogue/catalogue.ts";
import type { Context } from "./detectors/detector.ts";
import type { SourceUnit } from "./solidity/tree.ts";

export interface Report {
  readonly context: Context;
  readonly unit: SourceUnit;
  /** Lines of prose that were not read. */
  readonly passedOver: readonly { readonly from: number; readonly to: number }[];
  readonly findings: readonly Finding[];
  /** Of all findings, also those that are left out. */
  readonly count: number;
}

/** So many findings are written whole; of the others title and line, or nobody would read to the end. */
const MOST_WHOLE = 40;

/** The answer to a contract that could be read, in Markdown. */
export function writeReport(report: Report): string {
  const { findings, count } = report;
  const parts = [writeVerdict(report)];
  if (findings.length > 0) parts.push("## Findings", ...findings.slice(0, MOST_WHOLE).map(writeFinding));
  if (findings.length > MOST_WHOLE)
    parts.push("### And besides", findings.slice(MOST_WHOLE).map(writeBriefly).join("\n"));
  if (count > findings.length)
    parts.push(`${count} places were found; the ${findings.length} gravest are shown.`);
  parts.push("## Basic checks", writeBasicChecks(report.context, report.unit));
  parts.push(
    "## Looked for and not found",
    writeNotFound(findings),
    "## What this reading cannot see",
    LIMITS,
  );
  return parts.join("\n\n");
}

function writeVerdict({ context, findings, count, passedOver }: Report): string {
  const names = context.model.contracts.map(({ name }) => name).filter((name) => name !== "");
  const where =
    names.length === 0
      ? "what was given"
      : names.length > 4
        ? `${names.length} contracts`
        : names.map((name) => `\`${name}\``).join(", ");
  const left = passedOver.length === 0 ? "" : ` ${writePassedOver(passedOver)}`;
  if (count === 0)
    return `**Nothing was found in ${where}. That does not make it safe:** a static reading sees only what it looks for.${left}`;
  const counts = IMPACTS.map((impact) => {
    const number = findings.filter((finding) => finding.impact === impact).length;
    return number === 0
      ? null
      : `${number} ${impact === "informational" ? "informational" : `of ${impact} impact`}`;
  }).filter((text) => text !== null);
  return `**${countOf(count, "finding")} in ${where}: ${counts.join(", ")}.**${left}`;
}

function writePassedOver(passages: Report["passedOver"]): string {
  const spans = passages
    .slice(0, 5)
    .map(({ from, to }) => (from === to ? `line ${from}` : `lines ${from} to ${to}`));
  return `Not read as Solidity: ${spans.join(", ")}${passages.length > 5 ? " and others" : ""}.`;
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
  if (rest.length === 0) return "Every kind of weakness that this scanner knows was found.";
  return `${rest.map(({ title }) => title).join(" · ")}.`;
}

const LIMITS = [
  "- **No finding does not mean safe.** This reads the text alone; it runs nothing and proves nothing.",
  "- It does not know what the contract is meant to do: wrong prices, wrong shares and wrong order of steps are not seen.",
  "- Imported files are not read, nor contracts that are called, nor inline assembly.",
  "- It does not see prices that can be moved, front-running, or who holds the owner's key.",
  "- A finding may be a false alarm: a check may stand where this does not look. Read each with its code.",
  "- Before money depends on it: tests, a fuzzer, and an audit by people.",
].join("\n");

/** The answer to what begins as Solidity and cannot be read to its end. */
export function writeUnreadable(message: string, line: number, column: number, code: string): string {
  const from = Math.max(0, column - 1 - 80);
  const shown = code.slice(from, from + 160).replaceAll("\t", " ");
  const caret = `${" ".repeat(Math.max(0, column - 1 - from))}^`;
  return [
    `**This could not be read: line ${line}, column ${column}.** ${capital(message)}.`,
    fenced(`${shown}\n${caret}`),
    "Nothing was looked for, because a contract that is read in part may hide its weakness in the rest. Mend this line (a compiler would stop here as well) and scan again.",
  ].join("\n\n");
}

export function writeNotSolidity(what: string): string {
  return `**There is no Solidity here to scan.** The text looks like ${what}.\n\nPaste the source of a contract, from \`pragma solidity\` to its last bracket. Prose or Markdown around it does no harm.`;
}

export function writeTooLong(length: number): string {
  return `**This is too long to scan:** ${length.toLocaleString("en-US")} characters, where ${INPUT_LIMIT.toLocaleString("en-US")} are read. Scan the contracts one by one, without the libraries that you did not change.`;
}

/** A block of code whose fence is longer than any in the code. */
function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}solidity\n${code}\n${fence}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
