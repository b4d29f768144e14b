import { type Analysis, countFindings, type Finding, IMPACT_LEVELS } from "#core/ai/analysis.ts";
import { INPUT_LIMIT } from "#core/ai/limits.ts";
import { DETECTORS, type DetectorId } from "./catalog/catalog.ts";
import type { CatalogEntry } from "./catalog/entry.ts";
import { ARITHMETIC } from "./detectors/arithmetic.ts";
import { CONTROL } from "./detectors/control.ts";
import type { Context, DetectorFunction, Match } from "./detectors/detector.ts";
import { ETHER_AND_LOOPS } from "./detectors/ether-and-loops.ts";
import { FRONT_RUNNING } from "./detectors/front-running.ts";
import { GOOD_PRACTICE } from "./detectors/good-practice.ts";
import { NAMES_AND_VERSIONS } from "./detectors/names-and-versions.ts";
import { REENTRANCY } from "./detectors/reentrancy.ts";
import { SIGNATURES } from "./detectors/signatures.ts";
import { UNCHECKED } from "./detectors/unchecked.ts";
import { UNTRUSTED_VALUES } from "./detectors/untrusted-values.ts";
import { analyzeAccess } from "./model/access.ts";
import { buildModel } from "./model/build-model.ts";
import { buildCallGraph } from "./model/call-graph.ts";
import type { SourceModel } from "./model/model.ts";
import { createSummarizer } from "./model/summaries.ts";
import { type ParseResult, parseSolidity } from "./solidity/parse-solidity.ts";
import { tokenizeSource } from "./solidity/tokenize-source.ts";
import type { SourceUnit } from "./solidity/tree.ts";
import { buildSourcePositions } from "./source-positions.ts";
import { writeNotSolidity, writeReport, writeTooLong, writeUnreadable } from "./write-report.ts";

export { DETECTORS };

const DETECTOR_FUNCTIONS: Readonly<Record<DetectorId, DetectorFunction>> = {
  ...REENTRANCY,
  ...CONTROL,
  ...UNCHECKED,
  ...UNTRUSTED_VALUES,
  ...FRONT_RUNNING,
  ...SIGNATURES,
  ...ARITHMETIC,
  ...ETHER_AND_LOOPS,
  ...NAMES_AND_VERSIONS,
  ...GOOD_PRACTICE,
};

/** The maximum number of findings to return. Only artificial input has more. */
const FINDINGS_MAX = 200;

/**
 * Scans a contract, alone or surrounded by prose and Markdown. Never throws: for unreadable input, the answer says what
 * is wrong and where. Hostile input within the limits can take minutes: see docs/scanner.md.
 */
export function scanContract(source: string): Analysis {
  if (source.length > INPUT_LIMIT) return answer(writeTooLong(source.length));
  const { text, result } = parseSource(source);
  if (result.kind === "not-solidity") return answer(writeNotSolidity(describeInput(source)));
  if (result.kind === "unreadable") {
    const positions = buildSourcePositions(text);
    const { line, column } = positions.locate(result.offset);
    return answer(writeUnreadable(result, line, column, positions.getLine(line)));
  }
  const context = buildContext(text, result.unit);
  const { positions } = context.model;
  const { findings, counts, foundDetectorIds } = collectFindings(context);
  const skipped = result.skipped.map(({ start, end }) => ({
    from: positions.locate(start).line,
    to: positions.locate(end).line,
  }));
  const markdown = writeReport({ context, unit: result.unit, skipped, findings, counts, foundDetectorIds });
  const isLimited = countFindings(counts) > findings.length;
  return { ...answer(markdown, findings), ...(isLimited && { findingCounts: counts }) };
}

const answer = (markdown: string, findings: readonly Finding[] = []): Analysis => ({
  tool: "scanner",
  markdown,
  sources: [],
  chart: null,
  findings,
});

/** Parses the fenced code if it is Solidity, and otherwise the full text. Also returns the text that was parsed. */
function parseSource(source: string): { text: string; result: ParseResult } {
  const fencedCode = extractSolidity(source);
  if (fencedCode !== null) {
    const result = parseSolidity(fencedCode);
    if (result.kind !== "not-solidity") return { text: fencedCode, result };
  }
  return { text: source, result: parseSolidity(source) };
}

function buildContext(text: string, unit: SourceUnit): Context {
  const model = buildModel(text, unit);
  const graph = buildCallGraph(model);
  return {
    model,
    graph,
    access: analyzeAccess(graph),
    summarize: createSummarizer(graph),
    bodies: model.bodies.filter(({ node }) => node.body !== null),
  };
}

/**
 * Returns at most FINDINGS_MAX findings, sorted by impact and line. `counts` (by impact) and `foundDetectorIds` cover
 * all findings.
 */
function collectFindings(context: Context) {
  const occurrenceCounts = new Map<string, number>();
  const counts = { high: 0, medium: 0, low: 0, informational: 0 };
  const foundDetectorIds = new Set<string>();
  const findings = DETECTORS.flatMap((detector) => {
    const matches = [...DETECTOR_FUNCTIONS[detector.id](context)];
    counts[detector.impact] += matches.length;
    if (matches.length > 0) foundDetectorIds.add(detector.id);
    return matches
      .sort((a, b) => a.span.start - b.span.start)
      .slice(0, FINDINGS_MAX)
      .map((match) => createFinding(context.model, detector, match, occurrenceCounts));
  });
  const rank = ({ impact }: Finding): number => IMPACT_LEVELS.indexOf(impact);
  findings.sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
  return { findings: findings.slice(0, FINDINGS_MAX), counts, foundDetectorIds };
}

function createFinding(
  { text, positions }: SourceModel,
  detector: CatalogEntry,
  { span, body, contract, detail, confidence }: Match,
  occurrenceCounts: Map<string, number>,
): Finding {
  const { line, column } = positions.locate(span.start);
  const contractName = contract === null || contract.name === "" ? null : contract.name;
  const functionName = body?.name ?? null;
  const code = normalizeCode(text.slice(span.start, Math.min(span.end, span.start + 2_000)));
  const key = [detector.id, contractName, functionName, code].join("\n");
  const earlierCount = occurrenceCounts.get(key) ?? 0;
  occurrenceCounts.set(key, earlierCount + 1);
  return {
    detector: detector.id,
    id: `${detector.id}-${hashText(`${key}\n${earlierCount}`)}`,
    title: detector.title,
    impact: detector.impact,
    confidence: confidence ?? detector.confidence,
    line,
    column,
    code: positions.getCode(span.start),
    contract: contractName,
    function: functionName,
    explanation: detail === undefined ? detector.explanation : `${detail} ${detector.explanation}`,
    recommendation: detector.recommendation,
  };
}

/**
 * The Solidity in Markdown fences, or all fenced code if no fence is labeled as Solidity. Everything else is blanked out
 * so that lines and columns match the input. Null if no code is fenced.
 */
function extractSolidity(input: string): string | null {
  const lines = input.split("\n");
  const lineLanguages: (string | null)[] = [];
  let fence: { mark: string; language: string } | null = null;
  for (const line of lines) {
    const opening = /^\s{0,3}(`{3,}|~{3,})[ \t]*([\w+-]*)/.exec(line);
    const mark = opening?.[1] ?? "";
    if (fence === null && opening !== null) {
      fence = { mark, language: (opening[2] ?? "").toLowerCase() };
      lineLanguages.push(null);
    } else if (fence !== null && opening !== null && opening[2] === "" && mark.startsWith(fence.mark)) {
      fence = null;
      lineLanguages.push(null);
    } else lineLanguages.push(fence?.language ?? null);
  }
  const fenceLanguages = lineLanguages.filter((language) => language !== null);
  if (fenceLanguages.length === 0) return null;
  const isSolidity = (language: string | null | undefined) => language === "solidity" || language === "sol";
  const hasSolidity = fenceLanguages.some(isSolidity);
  return lines
    .map((line, index) => {
      const language = lineLanguages[index];
      return (hasSolidity ? isSolidity(language) : language !== null) ? line : " ".repeat(line.length);
    })
    .join("\n");
}

/** A 64-bit hash as 16 hex digits: two variants of FNV-1a. Not cryptographically secure. */
function hashText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [low, high].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * Removes comments and normalizes whitespace. Code with a body is reduced to its head, so that a finding's ID survives
 * changes in the body.
 */
function normalizeCode(code: string): string {
  const headStart =
    /^(?:function|constructor|receive|fallback|modifier|contract|abstract|interface|library|for|while|do|assembly)\b/;
  const part = headStart.test(code) ? code.slice(0, findHeadEnd(code)) : code;
  return tokenizeSource(part.slice(0, 400))
    .map(({ text }) => text)
    .join(" ");
}

/** Where a head ends: in a loop, after the parentheses; otherwise, before the body in braces, if there is one. */
function findHeadEnd(code: string): number {
  if (/^(?:for|while)\b/.test(code)) {
    const tokens = tokenizeSource(code);
    const closingParenthesis = tokens[tokens[1]?.partner ?? -1];
    if (closingParenthesis !== undefined) return closingParenthesis.end;
  }
  const bodyStart = code.indexOf("{");
  return bodyStart === -1 ? code.length : bodyStart;
}

/** Describes input that isn't Solidity, for the end of a sentence. */
function describeInput(input: string): string {
  const text = input.slice(0, 4_000);
  const trimmedText = text.trim();
  if (trimmedText === "") return "empty input";
  if (/^(?:0x)?[0-9a-f\s]{40,}$/i.test(trimmedText))
    return "the bytecode of a contract. The scanner needs source code; for a verified contract, you'll find it on a block explorer";
  if (/^(?:#\s*(?:@|pragma )version|@(?:external|internal|view|payable|deploy)\s*$|def \w+\()/m.test(text))
    return "Vyper, another contract language, which the scanner doesn't support";
  if (/^(?:use (?:anchor_lang|ink|near_sdk)|#\[(?:program|ink|starknet)|pub fn |fn |impl |mod )/m.test(text))
    return "Rust or Cairo, which the scanner doesn't support";
  if (/^module\s+(?:0x)?\w+::?\w*/m.test(text)) return "Move, which the scanner doesn't support";
  if (/^object\s+"/m.test(text)) return "Yul, which the scanner doesn't support";
  if (/^\s*[[{]/.test(text) && /"(?:inputs|stateMutability|bytecode|abi)"/.test(text))
    return "an ABI or compiler output (JSON), not source code";
  if (/[;{}]/.test(text)) return "another language, or part of a contract";
  return "plain text";
}
