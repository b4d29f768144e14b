import { findConditions } from "../model/conditions.ts";
import {
  findStateVariable,
  getCalleeName,
  getRootName,
  isCallerInput,
  isNamedCall,
  mentionsSender,
  unwrap,
} from "../model/expressions.ts";
import type { Body } from "../model/model.ts";
import type { Expression, Node } from "../solidity/tree.ts";
import { type Context, createMatch, type Match } from "./detector.ts";

/** Finds token balances that grow by an amount the caller chooses, without payment, signature or guard. */
export function findOpenMints(context: Context): Match[] {
  const matches: Match[] = [];
  for (const body of context.bodies) {
    if (!body.isEntry || body.isPayable) continue;
    const mint = body.nodes.find((node) => isMint(body, node));
    if (mint === undefined || requiresPayment(body, context)) continue;
    const isLimited = findConditions(body).some(({ expression }) => mentionsSender(body, expression));
    if (!isLimited && context.access.isOpenAt(body, mint)) matches.push(createMatch(body, mint));
  }
  return matches;
}

const BALANCE_NAME = /supply|balance|issued|total|minted/i;
const ADDITION = /^(?:safe)?add$/i;

function isMint(body: Body, node: Node): boolean {
  if (node.type === "FunctionCall") {
    // The second argument is an amount or a token ID. A receiver chosen by the caller harms no one.
    const amount = node.arguments[1];
    return isNamedCall(node, /^_(?:safe)?mint$/i) && amount !== undefined && isCallerInput(body, amount);
  }
  if (node.type !== "BinaryOperation" || !BALANCE_NAME.test(getRootName(node.left) ?? "")) return false;
  if (findStateVariable(body, node.left) === undefined) return false;
  if (node.operator === "+=") return isCallerInput(body, node.right);
  return node.operator === "=" && isSumWithInput(body, unwrap(node.right));
}

/** Whether a value is a sum with the caller's input: `a + input`, `a.add(input)` or `add(a, input)`. */
function isSumWithInput(body: Body, value: Expression): boolean {
  if (value.type === "BinaryOperation")
    return value.operator === "+" && [value.left, value.right].some((side) => isCallerInput(body, side));
  if (value.type !== "FunctionCall") return false;
  return (
    ADDITION.test(getCalleeName(value.expression)) &&
    value.arguments.some((side) => isCallerInput(body, side))
  );
}

/** Whether the caller gives something in return: tokens, another balance, or anything that another contract checks. */
function requiresPayment(body: Body, context: Context): boolean {
  const isTaking = (node: Node): boolean =>
    (node.type === "BinaryOperation" && node.operator === "-=") ||
    (node.type === "FunctionCall" &&
      /^_?(?:(?:safe)?sub|.*transferFrom|.*burn.*|.*pull.*|.*deposit.*)$/i.test(
        getCalleeName(node.expression),
      ));
  const calledBodies = new Set(context.graph.getCalls(body).flatMap(({ targets }) => targets));
  return (
    [body, ...calledBodies].some(({ nodes }) => nodes.some(isTaking)) ||
    context.graph.getCalls(body).some(({ kind, isView }) => kind === "external" && !isView)
  );
}
