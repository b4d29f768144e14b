import { createHash } from "node:crypto";
import { join } from "node:path";
import { readFolder } from "./measure.fixture.ts";
import { scanContract } from "./scan-contract.ts";
import { parseSolidity } from "./solidity/parse-solidity.ts";
import { getMembers, getSpan } from "./solidity/tree.ts";

/**
 * Contracts that were written and labeled before their author read the detectors. Most are pairs of a vulnerable and a
 * sound contract that look alike. `// expect: a | b` accepts a finding of either kind. A third of the contracts, chosen
 * by a hash of the name, are held out.
 */
const FOLDER = join(import.meta.dirname, "contracts/independent");
const PARTS = ["used for improving", "held out"] as const;
type Part = (typeof PARTS)[number];

const getPart = (name: string): Part =>
  Number.parseInt(createHash("sha256").update(name).digest("hex").slice(0, 8), 16) % 3 === 0
    ? "held out"
    : "used for improving";

const readPart = (folder: string, part: Part) =>
  readFolder(join(FOLDER, folder)).filter(({ name }) => getPart(name) === part);

/** The lines of the function that contains a line, or the line itself. */
function findFunctionLines(source: string, line: number): [number, number] {
  const result = parseSolidity(source);
  if (result.kind !== "parsed") throw new Error("A contract in the set can't be parsed.");
  const locate = (offset: number): number => source.slice(0, offset).split("\n").length;
  for (const node of result.unit.children) {
    if (node.type !== "ContractDefinition") continue;
    for (const member of getMembers(node)) {
      if (member.type !== "FunctionDefinition" && member.type !== "ModifierDefinition") continue;
      const { start, end } = getSpan(member);
      const lines: [number, number] = [locate(start), locate(end - 1)];
      if (line >= lines[0] && line <= lines[1]) return lines;
    }
  }
  return [line, line];
}

/** Lists the labels without a finding of their kind in the same function. */
function findMisses(name: string, source: string): { labelCount: number; misses: string[] } {
  const { findings } = scanContract(source);
  const labels = source.split("\n").flatMap((text, index) => {
    const kinds = /\/\/ expect: (.+)$/.exec(text)?.[1];
    return kinds === undefined
      ? []
      : [{ kinds: kinds.split("|").map((kind) => kind.trim()), line: index + 1 }];
  });
  const misses = labels.flatMap(({ kinds, line }) => {
    const [from, to] = findFunctionLines(source, line);
    const isFound = findings.some(
      (finding) => kinds.includes(finding.detector) && finding.line >= from && finding.line <= to,
    );
    return isFound ? [] : [`${name}:${line} ${kinds.join(" | ")}`];
  });
  return { labelCount: labels.length, misses };
}

/** `falseAlarms`: high and medium findings in sound contracts. */
export function measureIndependentContracts(part: Part) {
  const vulnerableContracts = readPart("vulnerable", part);
  const results = vulnerableContracts.map(({ name, source }) => findMisses(name, source));
  const soundContracts = readPart("sound", part);
  return {
    part,
    vulnerableCount: vulnerableContracts.length,
    labelCount: results.reduce((sum, { labelCount }) => sum + labelCount, 0),
    misses: results.flatMap(({ misses }) => misses),
    soundCount: soundContracts.length,
    falseAlarms: soundContracts.flatMap(({ name, source }) =>
      scanContract(source)
        .findings.filter(({ impact }) => impact === "high" || impact === "medium")
        .map(({ detector, line }) => `${name}:${line} ${detector}`),
    ),
  };
}

export function writeIndependentResults(): string {
  const measurements = PARTS.map(measureIndependentContracts);
  const rows = measurements.map(({ part, vulnerableCount, labelCount, misses, soundCount, falseAlarms }) => {
    const foundCount = labelCount - misses.length;
    const recall = (foundCount / labelCount).toFixed(2);
    const flaggedCount = new Set(falseAlarms.map((text) => text.split(":")[0])).size;
    return `| ${part} | ${vulnerableCount} | ${foundCount} of ${labelCount} | ${recall} | ${soundCount} | ${flaggedCount} |`;
  });
  const errors = measurements.flatMap(({ misses, falseAlarms }) => [
    ...misses.map((text) => `- missed: \`${text}\``),
    ...falseAlarms.map((text) => `- false alarm: \`${text}\``),
  ]);
  return [
    "| Part | Vulnerable contracts | Found | Recall | Sound contracts | with a high or medium finding |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
    ...(errors.length === 0 ? ["No misses and no false alarms."] : errors),
  ].join("\n");
}
