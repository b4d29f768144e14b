import {
  type Expression,
  getComponents,
  getStatements,
  type Node,
  type Statement,
} from "../solidity/tree.ts";
import { isNamedCall } from "./expressions.ts";
import { memoize } from "./memoize.ts";
import type { Body } from "./model.ts";

/** A condition that must be met for a body to continue. */
export interface Condition {
  readonly expression: Expression;
  /** The required value. False if the body stops when the expression is true: `if (…) revert`. */
  readonly mustBeTrue: boolean;
  readonly node: Node;
}

/** Conditions of require and assert, and of branches that end the body. */
export const findConditions = memoize((body: Body): readonly Condition[] => {
  const conditions: Condition[] = [];
  for (const node of body.nodes) {
    if (isNamedCall(node, /^(?:require|assert)$/)) {
      const [expression] = node.arguments;
      if (expression !== undefined) conditions.push({ expression, mustBeTrue: true, node });
    } else if (node.type === "IfStatement") {
      if (endsBody(node.trueBody)) conditions.push({ expression: node.condition, mustBeTrue: false, node });
      else if (node.falseBody !== null && endsBody(node.falseBody))
        conditions.push({ expression: node.condition, mustBeTrue: true, node });
    }
  }
  return conditions;
});

/** Whether a statement ends with a return or a revert. */
export function endsBody(statement: Statement): boolean {
  let last: Statement | undefined = statement;
  while (last?.type === "Block") last = getStatements(last).at(-1);
  if (last === undefined) return false;
  if (last.type === "ThrowStatement" || last.type === "RevertStatement" || last.type === "ReturnStatement")
    return true;
  return last.type === "ExpressionStatement" && isNamedCall(last.expression, /^_?revert/i);
}

/** Splits a condition at && and || into parts, each with its required value, as if both sides of || had to be met. */
export function splitCondition(expression: Expression, mustBeTrue: boolean) {
  const parts: { part: Expression; mustBeTrue: boolean }[] = [];
  const stack = [{ part: expression, mustBeTrue }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { part } = next;
    const components = part.type === "TupleExpression" ? getComponents(part) : [];
    const component = components.length === 1 ? components[0] : null;
    if (part.type === "UnaryOperation" && part.operator === "!")
      stack.push({ part: part.subExpression, mustBeTrue: !next.mustBeTrue });
    else if (component) stack.push({ part: component, mustBeTrue: next.mustBeTrue });
    else if (part.type === "BinaryOperation" && (part.operator === "&&" || part.operator === "||"))
      stack.push(
        { part: part.right, mustBeTrue: next.mustBeTrue },
        { part: part.left, mustBeTrue: next.mustBeTrue },
      );
    else parts.push(next);
  }
  return parts;
}
