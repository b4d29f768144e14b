import { formatCount } from "#core/format-count.ts";
import type { Context } from "./detectors/detector.ts";
import type { Call } from "./model/classify-call.ts";
import { allowsVersionBefore } from "./model/model.ts";
import { getStart, type SourceUnit } from "./solidity/tree.ts";

const LISTED_FUNCTIONS_MAX = 30;

export function writeBasicChecks(context: Context, unit: SourceUnit): string {
  const { model, access, summarize } = context;
  const { positions } = model;
  const contracts = model.contracts.filter(({ name }) => name !== "");
  const imports = unit.children.filter((child) => child.type === "ImportDirective");
  const entries = context.bodies.filter(({ isEntry, isView }) => isEntry && !isView);
  const changingBodies = entries.filter(
    (body) =>
      body.node.type === "FunctionDefinition" &&
      access.isOpen(body) &&
      (summarize(body).writes.size > 0 || context.graph.getCalls(body).some(changesState)),
  );
  const guardedCount = entries.filter(access.isGuarded).length;
  const listedNames = changingBodies.slice(0, LISTED_FUNCTIONS_MAX).map((body) => {
    const { line } = positions.locate(getStart(body.node));
    const name = body.contract.name === "" ? body.name : `${body.contract.name}.${body.name}`;
    return `\`${name}\` (line ${line})`;
  });
  const remainingCount = changingBodies.length - listedNames.length;
  const rows = [
    ["Compiler", describeCompiler(context)],
    ["License", describeLicense(model.text)],
    ["Size", describeSize(context, contracts.length)],
    ["Imports", imports.length === 0 ? "none" : `${imports.length} (not scanned)`],
    [
      "State-changing functions that anyone can call",
      listedNames.length === 0
        ? "none"
        : `${listedNames.join(", ")}${remainingCount > 0 ? ` and ${remainingCount} more` : ""}`,
    ],
    ["Functions restricted to certain callers", String(guardedCount)],
  ];
  return rows.map(([label, text]) => `- **${label}:** ${text}`).join("\n");
}

const DESTRUCTORS = new Set(["selfdestruct", "suicide"]);
const OUTWARD_CALL_KINDS = new Set(["low-level", "ether", "external", "inherited", "create"]);

const changesState = ({ kind, isView, method }: Call): boolean =>
  DESTRUCTORS.has(method) || (!isView && OUTWARD_CALL_KINDS.has(kind));

function describeSize({ model }: Context, contractCount: number): string {
  const modifierCount = model.bodies.filter(({ node }) => node.type === "ModifierDefinition").length;
  return [
    formatCount(model.positions.lineCount, "line"),
    formatCount(contractCount, "contract"),
    formatCount(model.bodies.length - modifierCount, "function"),
    ...(modifierCount > 0 ? [formatCount(modifierCount, "modifier")] : []),
  ].join(", ");
}

function describeCompiler({ model }: Context): string {
  if (model.pragma === null) return "no version specified";
  const note = allowsVersionBefore(model, 8) ? ", which allows versions that don't check for overflow" : "";
  return `\`${model.pragma.value.replaceAll("`", "").slice(0, 60)}\`${note}`;
}

function describeLicense(text: string): string {
  return /SPDX-License-Identifier:\s*([\w.+() -]{1,60})/.exec(text)?.[1]?.trim() ?? "none specified";
}
