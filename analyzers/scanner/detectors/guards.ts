import { findConditions, splitCondition } from "../model/conditions.ts";
import { findStateVariable, isCaller, unwrap } from "../model/expressions.ts";
import { memoize } from "../model/memoize.ts";
import type { Body, StateVariable } from "../model/model.ts";
import { collectNodes, listAncestors } from "../model/walk.ts";
import type { Expression, Node } from "../solidity/tree.ts";
import type { Context } from "./detector.ts";

/**
 * The variables that decide who may do something, whatever their names: `msg.sender == x`, `require(x[msg.sender])`.
 */
export const findGuards = memoize((context: Context): ReadonlySet<StateVariable> => {
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
  return guards;
});

/** Whether access must be earned or bought: the function takes a payment, checks state, or grants access in a branch. */
export function isEarned(body: Body, node: Node, context: Context): boolean {
  return (
    takesPaymentOrChecksState(body, context) ||
    listAncestors(body.parents, node).some(({ outer }) => outer.type === "IfStatement")
  );
}

const takesPaymentOrChecksState = memoize(
  (body: Body, context: Context): boolean =>
    body.isPayable ||
    context.graph.getCalls(body).some(({ method }) => /transferFrom|burn/i.test(method)) ||
    findConditions(body).some(({ expression }) => readsState(body, expression)),
);

const readsState = (body: Body, expression: Expression): boolean =>
  collectNodes(expression).some(
    (node) =>
      (node.type === "Identifier" || node.type === "IndexAccess" || node.type === "MemberAccess") &&
      findStateVariable(body, node) !== undefined,
  );
