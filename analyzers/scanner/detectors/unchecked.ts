import type { Call } from "../model/classify-call.ts";
import { isName } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import {
  type Expression,
  getComponents,
  getVariables,
  isNamedInAssembly,
  type Node,
} from "../solidity/tree.ts";
import { createCallDetector, type DetectorFunction } from "./detector.ts";

/** Whether a call's return value is used: not discarded, and not assigned to a variable that is never read. */
function isUsed(body: Body, call: Call): boolean {
  let inner: Node = call.node;
  let outer = body.parents.get(inner);
  while (outer?.type === "TupleExpression") {
    inner = outer;
    outer = body.parents.get(inner);
  }
  if (outer === undefined || outer.type === "ExpressionStatement") return false;
  if (outer.type === "VariableDeclarationStatement") {
    const [first] = getVariables(outer);
    return first !== null && first !== undefined && isRead(body, first.name, 0);
  }
  if (outer.type === "BinaryOperation" && outer.operator === "=") {
    const target = outer.left.type === "TupleExpression" ? getComponents(outer.left)[0] : outer.left;
    if (!target) return false;
    return (
      target.type !== "Identifier" || isRead(body, target.name, 1) || isReturnParameter(body, target.name)
    );
  }
  return true;
}

const isRead = (body: Body, name: string | null, writeCount: number): boolean =>
  body.nodes.filter((node) => name !== null && isName(node, name)).length > writeCount ||
  body.nodes.some(
    (node) => node.type === "AssemblyBlock" && name !== null && isNamedInAssembly(node, name),
  ) ||
  isReturnParameter(body, name);

const isReturnParameter = (body: Body, name: string | null): boolean =>
  body.node.type === "FunctionDefinition" &&
  (body.node.returnParameters ?? []).some((result) => result.name !== null && result.name === name);

const createUnusedResultDetector = (isMatch: (call: Call) => boolean): DetectorFunction =>
  createCallDetector((call, body) => isMatch(call) && !isUsed(body, call));

/** Whether an argument is a token ID, judging by its name. ERC-721's `transferFrom` takes one and returns nothing. */
const isTokenId = (value: Expression | undefined): boolean =>
  value?.type === "Identifier" && /(?:^_?i|I)d_?$/.test(value.name);

const isTokenCall = ({ kind, method, node, returnsNothing }: Call): boolean =>
  kind === "external" &&
  !returnsNothing &&
  ((method === "transfer" && node.arguments.length === 2) ||
    (method === "transferFrom" && node.arguments.length === 3 && !isTokenId(node.arguments[2])) ||
    (method === "approve" && node.arguments.length === 2));

export const UNCHECKED = {
  "unchecked-call": createUnusedResultDetector(({ kind }) => kind === "low-level"),
  "unchecked-send": createUnusedResultDetector(({ kind, method }) => kind === "ether" && method === "send"),
  "unchecked-transfer": createUnusedResultDetector(isTokenCall),
} satisfies Readonly<Record<string, DetectorFunction>>;
