import { findConditions } from "../model/conditions.ts";
import { bare, isOwnBalance, isPath, isSender } from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import { type Expression, getVariables, type Node } from "../solidity/tree.ts";
import { type Context, type Find, inBody, type Match } from "./detector.ts";

const isTimestamp = (node: Node): boolean =>
  isPath(node, "block", "timestamp") || (node.type === "Identifier" && node.name === "now");

const isBeacon = (node: Node): boolean =>
  isPath(node, "block", "prevrandao") || isPath(node, "block", "difficulty");

const isBlockHash = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  ((node.expression.type === "Identifier" && node.expression.name === "blockhash") ||
    isPath(node.expression, "block", "blockhash"));

const isOfBlock = (node: Node): boolean =>
  isTimestamp(node) ||
  isBeacon(node) ||
  isBlockHash(node) ||
  ["number", "coinbase", "gaslimit", "basefee"].some((member) => isPath(node, "block", member));

const isHash = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  node.expression.type === "Identifier" &&
  ["keccak256", "sha3", "sha256"].includes(node.expression.name);

const RANDOM_NAME = /rand|seed|lucky|winner|entropy|dice|roll/i;

/** Whether a hash or a block value is used as a random number. */
function isDrawnFrom(body: Body, node: Node): boolean {
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer)) {
    if (outer.type === "BinaryOperation" && outer.operator === "%") return true;
    if (outer.type === "FunctionCall" && outer.expression.type === "ElementaryTypeName")
      return /^uint/.test(outer.expression.name);
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some(
        (variable) => RANDOM_NAME.test(variable?.name ?? "") || isNumberLater(body, variable?.name),
      );
    if (outer.type === "ReturnStatement") return RANDOM_NAME.test(body.name);
  }
  return false;
}

/** `bytes32 h = keccak256(…); … uint256(h) % 50`. */
const isNumberLater = (body: Body, name: string | null | undefined): boolean =>
  body.nodes.some((node) => {
    if (node.type !== "Identifier" || node.name !== name) return false;
    const outer = body.parents.get(node);
    return (
      outer?.type === "FunctionCall" &&
      outer.expression.type === "ElementaryTypeName" &&
      /^uint/.test(outer.expression.name) &&
      body.parents.get(outer)?.type === "BinaryOperation"
    );
  });

function findWeakRandomness({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    const inHash = new Set<Node>();
    for (const node of body.nodes) {
      if (inHash.has(node)) continue;
      const isDrawn = isBeacon(node) || ((isBlockHash(node) || isHash(node)) && isDrawnFrom(body, node));
      if (!isDrawn) continue;
      const inner = collectNodes(node);
      if (isHash(node) && !inner.some(isOfBlock)) continue;
      for (const part of inner) inHash.add(part);
      matches.push(inBody(body, node));
    }
  }
  return matches;
}

/** Whether a value is compared or drawn with. Rounding a time down decides nothing. */
function decides(body: Body, node: Node): boolean {
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer)) {
    if (outer.type === "BinaryOperation" && ["==", "!=", "<", ">", "<=", ">="].includes(outer.operator))
      return true;
    if (outer.type === "IndexAccess") return true;
    if (outer.type === "VariableDeclarationStatement")
      return getVariables(outer).some((variable) => RANDOM_NAME.test(variable?.name ?? ""));
  }
  return false;
}

function findTimestamps({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation") continue;
      const isRest = node.operator === "%" && isTimestamp(bare(node.left)) && decides(body, node);
      const isExact =
        ["==", "!="].includes(node.operator) &&
        [node.left, node.right].some((side) => isTimestamp(bare(side)));
      if (isRest || isExact) matches.push(inBody(body, node));
    }
  }
  return matches;
}

function findExactBalances({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  for (const body of bodies) {
    const isBalance = (side: Expression): boolean => {
      const inner = bare(side);
      const value = inner.type === "Identifier" ? body.firstValue.get(inner.name) : inner;
      return value !== undefined && (isOwnBalance(bare(value)) || isOwnTokens(bare(value)));
    };
    for (const node of body.nodes) {
      if (node.type === "BinaryOperation" && ["==", "!="].includes(node.operator))
        if (isBalance(node.left) || isBalance(node.right)) matches.push(inBody(body, node));
    }
  }
  return matches;
}

const isOwnTokens = (node: Node): boolean =>
  node.type === "FunctionCall" &&
  node.expression.type === "MemberAccess" &&
  node.expression.memberName === "balanceOf" &&
  node.arguments.some((value) => {
    const inner = bare(value);
    return inner.type === "Identifier" && inner.name === "this";
  });

function findOrigin({ bodies }: Context): Match[] {
  const matches: Match[] = [];
  const isOrigin = (node: Node): boolean => isPath(node, "tx", "origin");
  for (const body of bodies) {
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation" || !["==", "!="].includes(node.operator)) continue;
      const sides = [bare(node.left), bare(node.right)];
      // Comparing both only distinguishes users from contracts and grants nothing.
      if (sides.some(isOrigin) && !sides.every(isSender)) matches.push(inBody(body, node));
    }
    for (const { expression } of findConditions(body)) {
      for (const node of collectNodes(expression))
        if (node.type === "IndexAccess" && isOrigin(bare(node.index))) matches.push(inBody(body, node));
    }
  }
  return matches;
}

/** Keyed by catalogue id. */
export const CHANCE = {
  "tx-origin": findOrigin,
  "weak-randomness": findWeakRandomness,
  "timestamp-dependence": findTimestamps,
  "strict-balance": findExactBalances,
} satisfies Readonly<Record<string, Find>>;
