import { isCaller } from "../model/access.ts";
import { findConditions, splitCondition } from "../model/conditions.ts";
import { findStateVariable, unwrap } from "../model/expressions.ts";
import type { Body, StateVariable } from "../model/model.ts";
import { collectNodes } from "../model/walk.ts";
import type { Expression, Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";

const cache = new WeakMap<Context, ReadonlySet<StateVariable>>();

/**
 * The variables that decide who may do something, whatever their names: `msg.sender == x`, `require(x[msg.sender])`.
 */
export function findGuards(context: Context): ReadonlySet<StateVariable> {
  const before = cache.get(context);
  if (before !== undefined) return before;
  const guards = new Set<StateVariable>();
  const add = (body: Body, expression: Expression): void => {
    const variable = findStateVariable(body, expression);
    if (variable?.isChangeable) guards.add(variable);
  };
  for (const body of context.bodies) {
    for (const node of body.nodes) {
      if (node.type !== "BinaryOperation" || !["==", "!="].includes(node.operator)) continue;
      for (const [side, other] of [
        [node.left, unwrap(node.right)],
        [node.right, unwrap(node.left)],
      ] as const)
        if (isCaller(body, side) && other.type === "Identifier") add(body, other);
    }
    for (const { expression, mustBeTrue } of findConditions(body))
      for (const piece of splitCondition(expression, mustBeTrue))
        if (piece.mustBeTrue && piece.part.type === "IndexAccess" && isCaller(body, piece.part.index))
          add(body, piece.part.base);
  }
  cache.set(context, guards);
  return guards;
}

/** Whether access must be earned or bought: the function takes a payment, checks state, or grants it in a branch. */
export function isEarned(body: Body, node: Node, context: Context): boolean {
  if (hasPrice(body, context)) return true;
  for (let outer = body.parents.get(node); outer !== undefined; outer = body.parents.get(outer))
    if (outer.type === "IfStatement") return true;
  return false;
}

const prices = new WeakMap<Body, boolean>();

function hasPrice(body: Body, context: Context): boolean {
  const before = prices.get(body);
  if (before !== undefined) return before;
  const result =
    body.isPayable ||
    context.graph.getCalls(body).some(({ method }) => /transferFrom|burn/i.test(method)) ||
    findConditions(body).some(({ expression }) => readsState(body, expression));
  prices.set(body, result);
  return result;
}

const readsState = (body: Body, expression: Expression): boolean =>
  collectNodes(expression).some(
    (node) =>
      (node.type === "Identifier" || node.type === "IndexAccess" || node.type === "MemberAccess") &&
      findStateVariable(body, node) !== undefined,
  );
